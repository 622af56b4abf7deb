/** What a convoy raid aims at. */
import { CONVOYS, RESOURCES, type Convoy } from "./facts";

const convoysAt = (target: string): Convoy[] => Object.values(CONVOYS).filter((convoy) => convoy.target === target);

/** The ships of a target: how many of each Resource. */
export const shipsOf = (target: string): [string, number][] =>
  RESOURCES.map((name, at): [string, number] => [name, convoysAt(target).reduce((sum, convoy) => sum + convoy.ships[at]!, 0)]).filter(([, number]) => number > 0);
