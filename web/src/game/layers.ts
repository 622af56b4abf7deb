/** The layers of the map: those of the game, and one that every game has. */
import type { AnyView } from "../seat/sight";
import { changes, entries } from "./log";
import type { GameLook, Layer } from "./look";

export function layersOf<V extends AnyView>(look: GameLook<V>): Layer<V>[] {
  const last: Layer<V> = {
    id: "changes",
    name: "Changes of the last turn",
    marks: (_, { messages }) => [...new Map(changes(entries(messages, look)).map((one) => [one.area, one])).values()].map(({ area, text, battle }) => ({ area, glyph: battle ? "swords" : "right", tone: battle ? "bad" as const : "info" as const, title: text })),
  };
  return [...(look.map?.layers ?? []), last];
}
