/** The battle that an area of Pacific 1940 suggests: ours against what stands there, or the enemy's against ours. */
import { get } from "../../api/client";
import type { Counter, Stack, View, Ways } from "../../api/pacific";
import type { Pick } from "../../api/types";
import type { Desk } from "../../game/desk.svelte";
import type { Suggested } from "../../game/look";
import { bagInside } from "../../menus/controls";
import type { Seat } from "../../seat/seat.svelte";
import { isSea, kindOf, nameOf, unit } from "./facts";

type Force = Record<string, number>;

const add = (force: Force, kind: string, count: number) => (force[kind] = (force[kind] ?? 0) + count);

/** What fights in a space: ships and aircraft at sea, the others on land. */
const fights = (kind: string, sea: boolean) => unit(kind)?.arm === "air" || (unit(kind)?.arm === "sea") === sea;

function forceOf(stacks: Stack[], sea: boolean): Force {
  const force: Force = {};
  for (const stack of stacks) if (fights(stack.kind, sea)) add(force, sea && stack.hits ? `damaged_${stack.kind}` : stack.kind, stack.n ?? 1);
  return force;
}

/** Everything that the menu of combat moves lets into a space. */
async function within(seat: Seat<View>, nation: string, area: string): Promise<Force> {
  const force: Force = {};
  const start = (await seat.part(nation, [])).menu as Pick | null;
  for (const origin of start?.options ?? []) {
    if (origin === "done") continue;
    const ways = ((await seat.part(nation, [origin])).menu as unknown as Ways | null)?.ways ?? [];
    const way = ways.filter((one) => one.at(-1) === area).sort((one, other) => one.length - other.length)[0];
    const bag = way && bagInside((await seat.part(nation, [origin, way])).menu);
    for (const [word, count] of Object.entries(bag ? bag.limits : {})) if (fights(kindOf(word), isSea(area))) add(force, kindOf(word), count);
  }
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
    if (seat?.question?.menu.menu === "ax.combat_moves" && !desk.past) {
      const attackers = await within(seat, seat.question.nation, area);
      return { attackers, defenders, terrain, says: `All that ${nameOf(own)} can move there now, landings apart` };
    }
    const near = (desk.atlas?.beside(area) ?? []).flatMap((other) => (view.units[other] ?? []).filter((stack) => stack.owner === own));
    return { attackers: forceOf(near, sea), defenders, terrain, says: `What ${nameOf(own)} has beside it` };
  }
  const defenders = forceOf(here, sea);
  const threats = seat && !desk.past ? await get<Record<string, Counter>>(`/tables/${seat.id}/seats/${encodeURIComponent(seat.name)}/threats`, { nation: own }).catch(() => null) : null;
  const threat = threats?.[area];
  if (threat) return { attackers: { ...threat.units }, defenders, terrain, says: `At most what ${nameOf(threat.power)} could bring in its next turn` };
  const near = (desk.atlas?.beside(area) ?? []).flatMap((other) => (view.units[other] ?? []).filter((stack) => wars.includes(stack.owner)));
  return { attackers: forceOf(near, sea), defenders, terrain, says: "What its enemies have beside it" };
}
