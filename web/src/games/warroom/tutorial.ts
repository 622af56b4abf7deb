/** Three minutes of War Room: from the first order to the first battle. */
import type { View } from "../../api/warroom";
import type { Desk } from "../../game/desk.svelte";
import type { TutorialStep } from "../../game/look";

const view = (desk: unknown) => (desk as Desk<View>).view;
const what = (desk: unknown) => view(desk)?.waiting.what ?? "";
const asked = (desk: unknown, name: string) => what(desk) === name && !!(desk as Desk<View>).seat?.question;

export const tutorial: TutorialStep[] = [
  { text: "This is War Room: two staffs plan in secret, then all orders are revealed nation by nation. Drag the map, turn the wheel to come closer. Each plate is a Command: its number, and its units in the colours of the dice that hit them." },
  { text: "Before planning you may reorganise your Commands. Leave them as they are: Go on.", at: ".panel", until: (desk) => what(desk) !== "wr.reorganize" || !asked(desk, "wr.reorganize") },
  { text: "Now write orders. Click one of your lit regions, then a lit region beside it where the enemy stands. The doctor tells under each order what may go wrong.", at: ".panel", until: (desk) => !asked(desk, "wr.2.sheets") || ((desk as Desk<View>).hold?.arrows?.length ?? 0) > 0 },
  { text: "Good. Write some more if you like, bid Oil for an early turn, then press Ready. Nobody sees your sheet before your turn.", at: ".panel", until: (desk) => what(desk) !== "wr.2.sheets" },
  { text: "The bids are open. Orders are now carried out in Turn Order; you may still call each of yours off.", at: ".prompt", until: (desk) => view(desk)?.phase === "combat" || view(desk)?.battle != null || !["planning", "movement"].includes(view(desk)?.phase ?? "") },
  { text: "Where enemies meet is a hotspot. On the battle board you choose stances: offence rolls more dice, defence takes hits better. Then batches of ten dice fall, and the roller assigns the hits by colour.", at: ".overlay" },
  { text: "After the battles come landing, deployment, Morale and Production: losses become Stress, and Resources become new units. The strip of powers explains every number. You know enough to win: good luck." },
];
