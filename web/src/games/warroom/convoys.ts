/** Convoys and what a raid aims at, in words. */
import { CONVOYS, FACTS, RESOURCE_NAMES, RESOURCES, type Convoy } from "./facts";

const place = (region: string) => FACTS.names[region] ?? region;

/** "Eastern Canada to Great Britain"; a coastal convoy has the name of its territory. */
export const routeOf = (convoy: Convoy) => (convoy.territory ? place(convoy.territory) : `${place(convoy.origin ?? "")} to ${place(convoy.destination ?? "")}`);

export const convoysAt = (target: string): Convoy[] => Object.values(CONVOYS).filter((convoy) => convoy.target === target);

/** "convoy from Eastern United States to Great Britain", or "convoys of Manchuria, Peiping". */
export function targetName(target: string): string {
  const convoys = convoysAt(target);
  if (!convoys.length) return "";
  const routes = convoys.map(routeOf);
  return convoys.length > 1 ? `convoys of ${routes.join(", ")}` : convoys[0]!.territory ? `convoy of ${routes[0]}` : `convoy from ${routes[0]}`;
}

/** The ships of a target: how many of each Resource. */
export const shipsOf = (target: string): [string, number][] =>
  RESOURCES.map((name, at): [string, number] => [name, convoysAt(target).reduce((sum, convoy) => sum + convoy.ships[at]!, 0)]).filter(([, number]) => number > 0);

export const shipsInWords = (target: string) => shipsOf(target).map(([name, number]) => `${number} ${RESOURCE_NAMES[name]}`).join(", ");
