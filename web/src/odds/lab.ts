/** Questions to the odds lab, and their addresses: what is asked can be sent to somebody as a link. */
import type { BattleQuestion } from "../api/types";

export type Force = Record<string, number>;

/** A unit as the data of a game have it. */
export interface Unit { id: string; name: string; plural?: string; cost: number | number[]; arm?: string; category?: string }

/** A kind of unit to choose. */
export interface Kind { id: string; name: string; plural: string; cost: number; icon?: string }

/** Units that are counted without a plural of their own, where the data of a game have none. */
const MASS = new Set(["infantry", "artillery", "armor"]);

const price = (unit: Unit) => (Array.isArray(unit.cost) ? unit.cost.reduce((sum, n) => sum + n, 0) : unit.cost);

/** The kinds that can fight there. At sea in Pacific 1940 a capital ship may be damaged when it begins. */
export function kindsOf(units: Unit[], game: string, sea: boolean, symbols: Record<string, string>): Kind[] {
  const arm = (unit: Unit) => unit.arm ?? unit.category;
  const fits = (unit: Unit) => arm(unit) === "air" || (arm(unit) === "land") !== sea;
  const found: Kind[] = units
    .filter((unit) => fits(unit) && (sea || unit.id !== "carrier_fighter"))
    .map((unit) => ({ id: unit.id, name: unit.name, plural: unit.plural ?? (MASS.has(unit.id) ? unit.name : `${unit.name}s`), cost: price(unit), icon: symbols[unit.id] }));
  if (sea && game === "pacific") {
    for (const kind of found.filter((one) => one.id === "carrier" || one.id === "battleship")) found.push({ ...kind, id: `damaged_${kind.id}`, name: `damaged ${kind.name}`, plural: `damaged ${kind.plural}`, icon: kind.id });
  }
  return found;
}

export interface Asked extends Omit<BattleQuestion, "attackers" | "defenders" | "bombard"> {
  game: string;
  attackers: Force;
  defenders: Force;
  bombard: Force;
  /** War Room: the stance of each kind; the usual one where none is named. */
  attack_stances: Record<string, string>;
  defend_stances: Record<string, string>;
}

export const fresh = (game: string): Asked => ({
  game,
  attackers: {},
  defenders: {},
  bombard: {},
  attack_stances: {},
  defend_stances: {},
  terrain: "land",
  amphibious: false,
  order_attack: "",
  order_defend: "",
  keep_land: false,
  retreat_below: 0,
  retreat_left: 0,
  rounds: 0,
  can_retreat: true,
  submerge_attack: "never",
  submerge_defend: "never",
  prize: 0,
  best: "",
  ports: [],
  batch_cap: false,
  repair: ["attacker", "defender"],
});

export const EXAMPLES: Record<string, Partial<Asked>> = {
  pacific: { attackers: { infantry: 6, artillery: 2, tank: 3, fighter: 2 }, defenders: { infantry: 7, artillery: 1, fighter: 1, aaa: 1 } },
  warroom: { attackers: { infantry: 6, artillery: 2, armor: 2, fighter: 2 }, defenders: { infantry: 5, artillery: 1, fighter: 1 } },
};

const inWords = (force: Force) =>
  Object.entries(force)
    .filter(([, number]) => number)
    .map(([kind, number]) => `${number}.${kind}`)
    .join("_");

const fromWords = (text: string): Force =>
  Object.fromEntries(text.split("_").reduce<[string, number][]>((found, part) => {
    // kinds have underlines themselves, so a part without a number belongs to the one before it
    const [number, kind] = part.split(".");
    const last = found.at(-1);
    if (kind !== undefined) found.push([kind, Math.max(0, Math.min(120, Number(number) || 0))]);
    else if (last && part) last[0] += `_${part}`;
    return found;
  }, []));

const FORCES = { a: "attackers", d: "defenders", b: "bombard" } as const;
const STANCES = { sa: "attack_stances", sd: "defend_stances" } as const;

/** What differs from a fresh question, for the address. */
export function toAddress(asked: Asked): URLSearchParams {
  const found = new URLSearchParams({ game: asked.game });
  for (const [key, field] of Object.entries(FORCES)) if (inWords(asked[field])) found.set(key, inWords(asked[field]));
  for (const [key, field] of Object.entries(STANCES)) {
    const said = Object.entries(asked[field]).filter(([, stance]) => stance).map(([kind, stance]) => `${kind}.${stance}`).join("~");
    if (said) found.set(key, said);
  }
  const usual = fresh(asked.game) as unknown as Record<string, unknown>;
  for (const [field, value] of Object.entries(asked)) {
    if (field === "game" || field in usual === false || typeof value === "object" && !Array.isArray(value)) continue;
    if (String(value) !== String(usual[field])) found.set(field, String(value));
  }
  return found;
}

export function fromAddress(search: URLSearchParams, game: string): Asked {
  const asked = fresh(game);
  if (!search.has("a") && !search.has("d")) return { ...asked, ...structuredClone(EXAMPLES[game] ?? {}) };
  for (const [key, field] of Object.entries(FORCES)) asked[field] = fromWords(search.get(key) ?? "");
  for (const [key, field] of Object.entries(STANCES)) asked[field] = Object.fromEntries((search.get(key) ?? "").split("~").filter(Boolean).map((part) => part.split(".") as [string, string]));
  const open = asked as unknown as Record<string, unknown>;
  for (const [field, usual] of Object.entries(open)) {
    const value = search.get(field);
    if (value === null || field === "game") continue;
    if (typeof usual === "number") open[field] = Number(value) || 0;
    else if (Array.isArray(usual)) open[field] = value.split(",").filter((part) => part === "attacker" || part === "defender");
    else if (value === "true" || value === "false") open[field] = value === "true";
    else if (typeof usual === "string" || field === "amphibious") open[field] = value;
  }
  return asked;
}

const SEA_ONLY = ["order_attack", "order_defend", "keep_land", "retreat_below", "retreat_left", "rounds", "can_retreat", "submerge_attack", "submerge_defend", "prize"] as const;

/** The question as the server takes it: of the fields only those of its game. */
export function question(asked: Asked): BattleQuestion {
  const { attackers, defenders, terrain } = asked;
  const some = (force: Force) => Object.fromEntries(Object.entries(force).filter(([, number]) => number));
  if (asked.game === "warroom") {
    const stances = (force: Force, said: Record<string, string>) => Object.keys(some(force)).filter((kind) => said[kind]).map((kind) => `${kind} ${said[kind]}`).join(", ");
    return {
      attackers: some(attackers), defenders: some(defenders), terrain,
      stances: [stances(attackers, asked.attack_stances), stances(defenders, asked.defend_stances)],
      best: asked.best, ports: asked.ports, batch_cap: asked.batch_cap, repair: asked.repair,
    };
  }
  const more = Object.fromEntries(SEA_ONLY.map((field) => [field, asked[field]]));
  const landing = terrain === "land" && Boolean(asked.amphibious);
  return { attackers: some(attackers), defenders: some(defenders), terrain, ...more, amphibious: landing ? asked.amphibious : false, bombard: landing ? some(asked.bombard) : {} };
}

export const percent = (chance: number) => {
  const value = chance * 100;
  if (chance > 0 && value < 0.1) return "< 0.1 %";
  if (chance < 1 && value > 99.9) return "> 99.9 %";
  return `${value.toFixed(1)} %`;
};
