/** First steps in Pacific 1940. */
import type { View } from "../../api/pacific";
import type { Desk } from "../../game/desk.svelte";
import type { TutorialStep } from "../../game/look";

const what = (desk: unknown) => (desk as Desk<View>).view?.waiting.what ?? "";
const past = (...asks: string[]) => (desk: unknown) => !asks.includes(what(desk)) && what(desk) !== "";

export const tutorial: TutorialStep[] = [
  { text: "A turn begins with money. Press “Fill sensibly”, then “Buy”: the new units come to the board at the end of the turn.", at: ".panel", until: past("ax.purchase") },
  { text: "Politics: you may declare war now. Every box says what it would cost. Keep the peace for the moment.", at: ".panel", until: past("ax.purchase", "ax.declare") },
  { text: "Combat moves: click an area with a thin outline, then a lit one. The chip on the arrow is the chance to win; behind it, what the enemy could do in return.", at: ".board", until: past("ax.purchase", "ax.declare", "ax.combat_move") },
  { text: "Battles come up by themselves: choose losses, fight on or retreat. Then move what has not fought, place the new units, and collect income." },
  { text: "Point at anything that is not lit to hear why not. Press ? for all keys. Good luck." },
];
