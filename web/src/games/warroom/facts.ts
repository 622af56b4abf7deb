/** The printed facts of the game, typed, and questions about them and a view that several screens ask. */
import type { Command, View } from "../../api/warroom";
import data from "./facts.json";

export type Amounts = readonly [number, number, number];
export type Side = "allied" | "axis";
export type Colour = "yellow" | "blue" | "green" | "red" | "black" | "white";

export interface Nation { name: string; prefix: string; side: Side; capital: string }
export interface Unit { name: string; short: string; category: "land" | "air" | "naval"; colour: Colour; cost: Amounts; points: number }
export interface BoardRow { air: number; surface: number; boxes: string[] }
export interface Territory {
  colour: string; value: number; income: Amounts; embattled: Amounts; capital?: string; industry?: number; mobilization?: number;
  rails?: string[]; ports?: string[]; neutral?: "standard" | "pro_allied"; trades?: string; force?: Record<string, number>;
}
export interface Passage { name: string; between: [string, string]; controls: string[] }
export interface Convoy { sea: string; target: string; ships: Amounts; territory?: string; origin?: string; destination?: string; flag?: string }
/** So many of these territories. */
export type Needed = (number | string)[];
export interface Scenario {
  name: string; nations: string[]; orders: Record<string, number>; thresholds: Record<string, number>; regions: string[];
  capitals: string[]; axis_wins: Needed[][]; allied_wins: Needed[][]; trade: boolean;
}

interface Facts {
  nations: Record<string, Nation>;
  units: Record<string, Unit>;
  rows: Record<string, BoardRow>;
  quick: Record<string, { air: number; surface: number }>;
  names: Record<string, string>;
  territories: Record<string, Territory>;
  passages: Record<string, Passage>;
  convoys: Record<string, Convoy>;
  zones: Record<string, string>;
  conversions: [number, number][];
  blocks: Record<string, number>;
  die: Colour[];
  scenarios: Record<string, Scenario>;
}

export const FACTS = data as unknown as Facts;
export const { nations: NATIONS, units: UNITS, territories: TERRITORIES, passages: PASSAGES, convoys: CONVOYS, scenarios: SCENARIOS } = FACTS;

export const LAND = ["infantry", "artillery", "armor"];
export const AIR = ["fighter", "bomber"];
export const NAVAL = ["submarine", "cruiser", "carrier", "battleship"];
export const BUILDABLE = [...LAND, ...AIR, ...NAVAL];
export const KINDS = [...BUILDABLE, "carrier_fighter"];
export const UNITS_PER_COMMAND = 8;
const KINDS_OF: Record<string, string[]> = { land: LAND, air: AIR, naval: NAVAL };
export const RESOURCES = ["oil", "iron", "osr"] as const;
export const RESOURCE_NAMES: Record<string, string> = { oil: "Oil", iron: "Iron", osr: "OSR" };
export const COLOURS: Colour[] = ["yellow", "blue", "green", "red", "black", "white"];
export const ZONES = Object.keys(FACTS.zones);

export const sideOf = (nation: string): Side | "" => NATIONS[nation]?.side ?? "";
export const sideName = (side: string) => (side === "axis" ? "the Axis" : "the Allies");
export const nationName = (nation: string) => (nation === "neutral" ? "Defense Force" : (NATIONS[nation]?.name ?? "nobody"));
/** "Baltic States (G8)". */
export const placeName = (region: string) => (FACTS.names[region] ? `${FACTS.names[region]} (${region})` : region);
export const isSea = (region: string) => /^[AMIP]-/.test(region);
export const scenarioOf = (view: View): Scenario => SCENARIOS[view.scenario]!;
export const unitName = (kind: string, count: number) => {
  const name = (UNITS[kind]?.name ?? kind).toLowerCase();
  return count === 1 || LAND.includes(kind) ? name : `${name}s`;
};
export const glyphOf = (kind: string) => `wr-${kind}`;

/** Kind and number of the units in a Command. */
export function unitsOf(command: Command): [string, number][] {
  return (KINDS_OF[command.category] ?? []).map((kind, at): [string, number] => [kind, command.units[at] ?? 0]).filter(([, count]) => count > 0);
}

/** "2 infantry, 1 armor". */
export const inWords = (units: readonly (readonly [string, number])[]) =>
  units.map(([kind, count]) => `${count} ${unitName(kind, count)}`).join(", ") || "nothing";

export const counted = (counts: readonly number[], kinds: string[] = BUILDABLE): [string, number][] =>
  kinds.map((kind, at): [string, number] => [kind, counts[at] ?? 0]).filter(([, count]) => count > 0);

export const keyOf = (command: Command) => `${command.nation}-${command.number}`;
export const numberOf = (key: string) => key.slice(key.lastIndexOf("-") + 1);

/** The Commands of a nation by Category and number. */
export function commandsOf(view: View, nation: string): Command[] {
  return Object.values(view.commands).filter((one) => one.nation === nation).sort((one, other) => one.number - other.number);
}

export const commandsIn = (view: View, region: string): Command[] =>
  Object.values(view.commands)
    .filter((one) => one.region === region)
    .sort((one, other) => one.nation.localeCompare(other.nation) || one.number - other.number);

/** "2 Oil, 1 Iron". */
export const amountsInWords = (amounts: readonly number[]) =>
  RESOURCES.map((name, at): [string, number] => [name, amounts[at] ?? 0])
    .filter(([, number]) => number)
    .map(([name, number]) => `${number} ${RESOURCE_NAMES[name]}`)
    .join(", ") || "nothing";

/** What a territory yields as things stand: the card turned over while it is Embattled. */
export const yieldOf = (view: View, territory: string): Amounts => {
  const card = TERRITORIES[territory];
  if (!card) return [0, 0, 0];
  return view.markers[territory] ? card.embattled : card.income;
};

/** The next income of a nation: its cards as they lie now. */
export function incomeOf(view: View, nation: string): [number, number, number] {
  const total: [number, number, number] = [0, 0, 0];
  if ((view.zone[nation] ?? 0) >= 4) return total;
  for (const [territory, holder] of Object.entries(view.control)) {
    if (holder === nation) yieldOf(view, territory).forEach((amount, at) => (total[at as 0 | 1 | 2] += amount));
  }
  if (nation === "china") total[0] = 0;
  return total;
}

/** Casualty Points that lie on a nation's list, and the Stress they will become. */
export function casualtiesOf(view: View, nation: string): { points: number; stress: number } {
  const quick = view.options["quick_play"];
  const worth = (kind: string) => {
    if (!quick) return UNITS[kind]!.points;
    if (kind === "submarine" || kind === "cruiser") return 3;
    return { land: 1, air: 2, naval: 5 }[UNITS[kind]!.category];
  };
  const listed = (view.casualties[nation] ?? []).reduce((sum, count, at) => sum + count * worth(KINDS[at]!), 0);
  const points = listed + (view.points[nation] ?? 0);
  const stress = quick ? Math.floor(points / 5) : Math.max(...FACTS.conversions.filter(([from]) => from <= points).map(([, gained]) => gained));
  return { points, stress };
}

/** The row of a battle board in which a unit stands; Carrier Fighters use those of Fighters. */
export function boardRow(board: string, kind: string, stance: string): BoardRow {
  const row = kind === "carrier_fighter" ? "fighter" : kind;
  if (stance === "quick") return { ...(FACTS.quick[`${board}/${row}`] ?? { air: 0, surface: 0 }), boxes: [] };
  return FACTS.rows[`${board}/${row}/${stance}`] ?? { air: 0, surface: 0, boxes: [] };
}

/** The ship in "battleship/offense/usa", as the board names what a hit falls on. */
export const hitShip = (target: string) => UNITS[target.split("/")[0]!]!.name.toLowerCase();

export const stanceName = (stance: string) => stance.replaceAll("_", "-");
