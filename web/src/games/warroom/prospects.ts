/** The battle that a region of War Room suggests: our Commands against what stands there, or the enemy's against ours. */
import type { Command, Sheet, Threat, View } from "../../api/warroom";
import type { Desk } from "../../game/desk.svelte";
import type { Suggested } from "../../game/look";
import { threatsTo } from "../../game/threats.svelte";
import { commandsIn, isSea, keyOf, nationName, sideOf, unitsOf } from "./facts";

function forceOf(commands: Command[], sea: boolean): Record<string, number> {
  const force: Record<string, number> = {};
  for (const command of commands) {
    if (command.category === (sea ? "land" : "naval")) continue;
    for (const [kind, count] of unitsOf(command)) force[kind] = (force[kind] ?? 0) + count;
  }
  return force;
}

export async function battleIn(desk: Desk<View>, area: string): Promise<Suggested> {
  const view = desk.view!;
  const sea = isSea(area);
  const terrain = sea ? "sea" : "land";
  const nations = desk.sight.nations;
  const side = sideOf(nations[0] ?? "") || "axis";
  const here = commandsIn(view, area);
  const others = here.filter((command) => sideOf(command.nation) !== side);
  const beside = (desk.atlas?.beside(area) ?? []).flatMap((region) => commandsIn(view, region));
  if (!others.length && here.length) {
    const found = desk.seat && !desk.past ? await Promise.all(nations.map((nation) => threatsTo<Threat, View>(desk.seat!, nation))) : [];
    const threat = found.map((one) => one[area]).find((one) => one !== undefined);
    if (threat) return { attackers: { ...threat.units }, defenders: forceOf(here, sea), terrain, says: `At most what ${threat.nations.map(nationName).join(" and ")} could bring this round, landings included` };
    return { attackers: forceOf(beside.filter((command) => sideOf(command.nation) !== side), sea), defenders: forceOf(here, sea), terrain, says: "What the other side has beside it" };
  }
  const sheets = desk.past ? [] : (desk.seat?.questions ?? []).filter((question) => question.menu.menu === "wr.sheet");
  const near = new Set(sheets.flatMap((question) => Object.entries((question.menu as unknown as Sheet).chart.near).flatMap(([command, regions]) => (regions.includes(area) ? [command] : []))));
  const reach = Object.values(view.commands).filter((command) => near.has(keyOf(command)));
  const ours = here.filter((command) => sideOf(command.nation) === side);
  const found = sheets.length ? reach : beside.filter((command) => sideOf(command.nation) === side);
  const attackers = forceOf([...new Map([...ours, ...found].map((command) => [keyOf(command), command])).values()], sea);
  return { attackers, defenders: forceOf(others, sea), terrain, says: sheets.length ? "All of your Commands that could reach it this round" : "What your side has there and beside it" };
}
