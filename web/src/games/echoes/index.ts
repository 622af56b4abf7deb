/** Echoes of War: a desk of its own in place of the map screen. */
import type { EchoesView } from "../../api/echoes";
import type { GameLook } from "../../game/look";
import { REGIONS, TRACKS, TURNS } from "./board";
import Screen from "./Screen.svelte";
import { STEPS } from "./tutorial";
import { promptOf } from "./words";

export const look: GameLook<EchoesView> = {
  game: "echoes",
  title: "Echoes of War",
  about: "The whole war on one page, alone against its tides; about half an hour.",
  nations: { allies: { id: "allies", name: "Allies", code: "AL", side: "allies", emblem: "emblem-star", pattern: "plain" } },
  status: (view) => ({ round: `Turn ${view.turn} of ${TURNS.length}`, phase: `${view.year}`, acting: "allies" }),
  screen: Screen,
  label: (word) => REGIONS[word]?.name ?? TRACKS[word]?.name ?? "",
  aliases: (word) => (REGIONS[word] || TRACKS[word] ? [word] : []),
  prompt: (view) => promptOf(view),
  log: (event) => ({ text: event.says, heading: event.event === "ew.turn", kind: event.event.startsWith("ew.attack") ? "battle" : undefined }),
  tutorial: STEPS.map(({ text, at }) => ({ text, at })),
};
