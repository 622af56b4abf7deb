/** The keys that open the sheets of a game. */
import type { AnyView } from "../seat/sight";
import type { Act } from "../shared/keys.svelte";
import type { GameLook } from "./look";

const name = (game: string, sheet: string) => `sheet.${game}.${sheet}`;

export const sheetActs = <V extends AnyView>({ game, sheets = [] }: GameLook<V>): Act[] =>
  sheets.flatMap((one) => (one.key ? [{ id: name(game, one.id), keys: [one.key], does: one.name.toLowerCase(), game }] : []));

/** The sheet that an act opens. */
export const sheetOf = (act: Act): string => (act.id.startsWith("sheet.") ? (act.id.split(".")[2] ?? "") : "");
