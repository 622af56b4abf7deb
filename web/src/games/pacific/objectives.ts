/** National objectives: what they are worth now, and what is still missing. Told by the same facts as the rules' own. */
import type { View } from "../../api/pacific";
import { FACTS, nameOf, POWERS, the, type Objective } from "./facts";

const wars = (view: View, power: string) => view.powers[power]?.at_war_with ?? [];

function holds(view: View, one: Objective, spot: string): boolean {
  const holder = view.control[spot] ?? "";
  if (one.held_by === "power") return holder === one.power;
  return POWERS.includes(holder) && FACTS.powers[holder]!.side === FACTS.powers[one.power]!.side;
}

export interface Distance {
  /** Territories that are not held as they should be. */
  missing: string[];
  /** What else stands in the way, in sentences. */
  unmet: string[];
  /** Lost for good. */
  lost: boolean;
}

export function distance(view: View, one: Objective): Distance {
  const unmet: string[] = [];
  const at = wars(view, one.power);
  if (one.at_war && !at.length) unmet.push("not at war");
  if (one.at_war_with.length && !one.at_war_with.some((other) => at.includes(other))) unmet.push(`not at war with ${one.at_war_with.map(the).join(" or ")}`);
  for (const other of one.at_peace_with) if (at.includes(other)) unmet.push(`at war with ${the(other)}`);
  const attacked = one.never_attacked.filter((spot) => view.deeds[`attacked ${spot}`]);
  const provoked = one.never_provoked.filter((other) => Object.keys(view.deeds).some((deed) => deed.startsWith("unprovoked") && deed.endsWith(` on ${other}`)));
  if (attacked.length) unmet.push(`${attacked.map(nameOf).join(", ")} was attacked`);
  if (provoked.length) unmet.push(`war was declared on ${provoked.map(the).join(" and ")} unprovoked`);
  const missing = one.territories.filter((spot) => !holds(view, one, spot));
  if (one.all_original) {
    for (const [spot, facts] of Object.entries(FACTS.territories)) if (facts.emblem === one.power && view.control[spot] !== one.power) missing.push(spot);
  }
  return { missing, unmet, lost: attacked.length + provoked.length > 0 };
}

export function bonusOf(view: View, one: Objective): number {
  const { missing, unmet } = distance(view, one);
  if (unmet.length) return 0;
  if (one.each) return one.bonus * one.territories.filter((spot) => !missing.includes(spot)).length;
  return missing.length ? 0 : one.bonus;
}
