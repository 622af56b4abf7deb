/** The looks of games, loaded when a game is opened. */
import type { GameLook } from "../game/look";

const LOOKS: Record<string, () => Promise<{ look: unknown }>> = {
  echoes: () => import("./echoes/index"),
  pacific: () => import("./pacific/index"),
  warroom: () => import("./warroom/index"),
};

export const GAMES = Object.keys(LOOKS);

export async function lookOf(game: string): Promise<GameLook> {
  const load = LOOKS[game];
  if (!load) throw new Error(`This version of the screens does not know the game "${game}".`);
  return (await load()).look as GameLook;
}
