/** The battle that an area of Pacific 1940 suggests: ours against what stands there, or the enemy's against ours. */
import type { Counter, Stack, View } from "../../api/pacific";
import type { Desk } from "../../game/desk.svelte";
import type { Suggested } from "../../game/look";
import { threatsTo } from "../../game/threats.svelte";
import { isSea, nameOf, unit } from "./facts";

type Force = Record<string, number>;

const add = (force: Force, kind: string, count: number) => (force[kind] = (force[kind] ?? 0) + count);

/** What fights in a space: ships and aircraft at sea, the others on land. */
const fights = (kind: string, sea: boolean) => unit(kind)?.arm === "air" || (unit(kind)?.arm === "sea") === sea;

function forceOf(stacks: Stack[], sea: boolean): Force {
  const force: Force = {};
  for (const stack of stacks) if (fights(stack.kind, sea)) add(force, sea && stack.hits ? `damaged_${stack.kind}` : stack.kind, stack.n ?? 1);
  return force;
}


export async function battleIn(desk: Desk<View>, area: string): Promise<Suggested> {
  const view = desk.view!;
  const sea = isSea(area);
  const terrain = sea ? "sea" : "land";
  const { seat } = desk;
  const own = desk.sight.nations.includes(view.acting) || !desk.sight.nations.length ? view.acting : desk.sight.nations[0]!;
  const wars = view.powers[own]?.at_war_with ?? [];
  const here = view.units[area] ?? [];
  const enemies = here.filter((stack) => wars.includes(stack.owner) || (!view.powers[stack.owner] && stack.owner !== own));
  const theirs = enemies.length > 0 || (!sea && wars.includes(view.control[area] ?? ""));
  if (theirs) {
    const defenders = forceOf(enemies, sea);
    if (seat?.question?.nation === own && !desk.past) {
      const most = (await seat.odds<{ odds: Counter | null }>(own, ["against", area])).odds;
      return { attackers: { ...most?.units }, defenders, terrain, says: `At most what ${nameOf(own)} could bring in one turn, landings included` };
    }
    const near = (desk.atlas?.beside(area) ?? []).flatMap((other) => (view.units[other] ?? []).filter((stack) => stack.owner === own));
    return { attackers: forceOf(near, sea), defenders, terrain, says: `What ${nameOf(own)} has beside it` };
  }
  const defenders = forceOf(here, sea);
  const threat = seat && !desk.past ? (await threatsTo<Counter, View>(seat, own))[area] : undefined;
  if (threat) return { attackers: { ...threat.units }, defenders, terrain, says: `At most what ${nameOf(threat.power)} could bring in its next turn` };
  const near = (desk.atlas?.beside(area) ?? []).flatMap((other) => (view.units[other] ?? []).filter((stack) => wars.includes(stack.owner)));
  return { attackers: forceOf(near, sea), defenders, terrain, says: "What its enemies have beside it" };
}
