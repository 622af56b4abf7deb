/** The printed facts of Pacific 1940, and what can be read off them. */
import raw from "./facts.json";
import type { NationLook } from "../../map/types";

export interface Unit { name: string; arm: "land" | "air" | "sea"; cost: number; attack: number; defense: number; move: number; hits: number }
export interface Territory { name: string; sea: string[]; land?: string[]; value?: number; emblem?: string; city?: string; neutral?: string }
export interface Zone { name: string; sea: string[]; coasts: string[]; convoy?: boolean; kamikaze?: boolean }
export interface Objective {
  title: string; power: string; bonus: number; each: boolean; territories: string[]; held_by: string; at_war: boolean;
  at_war_with: string[]; at_peace_with: string[]; never_attacked: string[]; never_provoked: string[]; all_original: boolean;
}

export const FACTS = raw as unknown as {
  powers: Record<string, { name: string; side: string }>;
  bystanders: Record<string, string>;
  units: Record<string, Unit>;
  facilities: Record<string, string>;
  territories: Record<string, Territory>;
  zones: Record<string, Zone>;
  objectives: Record<string, Objective>;
  capitals: Record<string, string[]>;
  victory: { cities: number; capitals: string[] };
  kamikaze: string;
  policies: string[];
};

const nation = (id: string, code: string, side: string, pattern: NationLook["pattern"], emblem: string, name?: string): [string, NationLook] => [
  id,
  { id, name: name ?? FACTS.powers[id]?.name ?? FACTS.bystanders[id] ?? id, code, side, pattern, emblem: `emblem-${emblem}` },
];

export const NATIONS: Record<string, NationLook> = Object.fromEntries([
  nation("japan", "JP", "axis", "rising", "sun"),
  nation("united_states", "US", "allies", "stripes", "star"),
  nation("china", "CN", "allies", "dots", "rays"),
  nation("united_kingdom", "UK", "allies", "grid", "rings"),
  nation("anzac", "AZ", "allies", "waves", "diamond"),
  nation("dutch", "NL", "", "bars", "bars"),
  nation("france", "FR", "", "checks", "triangle"),
  nation("soviet_union", "SU", "", "zigzag", "hex"),
  nation("neutral", "—", "", "plain", "none", "Neutral"),
]);

export const POWERS = Object.keys(FACTS.powers);
export const unit = (kind: string): Unit | undefined => FACTS.units[kind];
export const isSea = (space: string) => space in FACTS.zones;

/** The kind of unit that a word of an answer names: `japan.carrier!+fighter` is a carrier. */
export function kindOf(word: string): string {
  const own = word.includes(".") ? word.slice(word.lastIndexOf(".") + 1) : word;
  return own.split("+")[0]!.replace(/#\d+$/, "").replace(/~$/, "").replace(/-\d+$/, "").replace(/!$/, "");
}

/** A power with the article it needs inside a sentence. */
export const the = (power: string): string => (["united_states", "united_kingdom", "soviet_union"].includes(power) ? `the ${nameOf(power)}` : nameOf(power));

export const nameOf = (id: string): string =>
  FACTS.territories[id]?.name ?? FACTS.zones[id]?.name ?? FACTS.powers[id]?.name ?? FACTS.units[id]?.name ?? FACTS.facilities[id] ?? FACTS.bystanders[id] ?? "";

/** A label of units in words: `fighter-2` is a fighter with two moves left. Empty if it is none. */
export function spoken(word: string): string {
  const fixed = nameOf(word);
  if (fixed) return fixed;
  const numbered = /^(.*)#(\d+)$/.exec(word);
  if (numbered) return `${spoken(numbered[1]!)} number ${numbered[2]}`;
  const dot = word.indexOf(".");
  if (dot > 0) {
    const [head, tail] = [word.slice(0, dot), spoken(word.slice(dot + 1))];
    if (!nameOf(head) || !tail) return "";
    return head in FACTS.powers || head in FACTS.bystanders ? `${tail} of ${nameOf(head)}` : `${tail} in ${nameOf(head)}`;
  }
  const [ship, ...cargo] = word.split("+");
  const kind = kindOf(ship!);
  if (!FACTS.units[kind]) return "";
  const notes: string[] = [];
  if (ship!.includes("~")) notes.push("from the sea");
  const left = /-(\d+)/.exec(ship!);
  if (left) notes.push(`${left[1]} move${left[1] === "1" ? "" : "s"} left`);
  if (ship!.includes("!")) notes.push("damaged");
  if (cargo.length) notes.push(`carrying ${cargo.map((item) => spoken(item.replace(":", "."))).join(" and ")}`);
  return notes.length ? `${FACTS.units[kind]!.name} (${notes.join(", ")})` : FACTS.units[kind]!.name;
}

export function plural(kind: string, count: number): string {
  const name = unit(kind)?.name ?? kind;
  return count === 1 || ["infantry", "artillery", "mechanized infantry", "AAA"].includes(name) ? name : `${name}s`;
}

export const ORDER = Object.keys(FACTS.units);
