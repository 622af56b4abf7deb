/** Records of a game's data as cards: which kinds are worth a card, and their facts in words. */
export interface Row {
  id: string;
  name: string;
  facts: [name: string, value: string][];
  source: string;
  confidence: string;
}

export const CARDS: Record<string, { kind: string; title: string; unit?: boolean }[]> = {
  echoes: [
    { kind: "region", title: "Regions" },
    { kind: "strength", title: "Strengths" },
    { kind: "track", title: "Modifier tracks" },
    { kind: "check", title: "Confidence" },
    { kind: "verdict", title: "Victory" },
    { kind: "turn", title: "Turns" },
  ],
  pacific: [
    { kind: "unit", title: "Units", unit: true },
    { kind: "facility", title: "Facilities", unit: true },
    { kind: "power", title: "Powers" },
    { kind: "objective", title: "National objectives" },
  ],
  warroom: [
    { kind: "unit", title: "Units", unit: true },
    { kind: "row", title: "Battle board" },
    { kind: "nation", title: "Nations" },
    { kind: "zone", title: "Stress zones" },
    { kind: "passage", title: "Narrow passages" },
    { kind: "conversion", title: "Casualties to stress" },
    { kind: "recipe", title: "Quick Play" },
    { kind: "quick_value", title: "Quick Battle" },
  ],
};

/** Symbols of records that are called otherwise than their symbol. */
export const SYMBOLS: Record<string, string> = {
  armor: "tank", bomber: "strategic_bomber", carrier_fighter: "fighter",
  major_ic: "factory", minor_ic: "factory", air_base: "airbase", naval_base: "anchor",
};

const RESOURCES = ["oil", "iron", "OSR"];

/** Where a record comes from is told apart from what it says. */
const APART = new Set(["id", "name", "title", "plural", "short", "provenance", "ref", "confidence", "parts", "note", "naval", "air_tokens"]);

/** A price in three resources, or in one currency. */
const price = (cost: number[]) => cost.map((n, at) => (n ? `${n} ${RESOURCES[at]}` : "")).filter(Boolean).join(", ") || "–";

function spoken(value: unknown): string {
  if (value === true) return "yes";
  if (value === false || value === "" || value === null) return "–";
  if (Array.isArray(value)) return value.length ? value.map(spoken).join(", ") : "–";
  if (typeof value === "object") return Object.entries(value as object).map(([name, part]) => `${name} ${spoken(part)}`).join(", ") || "–";
  return String(value).replaceAll("_", " ");
}

/** Facts that all records of a kind leave empty are left out; so are lists too long to read. */
export function rowsOf(records: Record<string, unknown>[]): Row[] {
  const fields = Object.keys(records[0] ?? {}).filter(
    (field) => !APART.has(field) && records.some((record) => spoken(record[field]) !== "–") && records.every((record) => spoken(record[field]).length < 90),
  );
  return records.map((record) => ({
    id: String(record.id),
    name: spoken(record.name || record.title || record.id),
    facts: fields.map((field) => [field.replaceAll("_", " "), field === "cost" && Array.isArray(record.cost) ? price(record.cost as number[]) : spoken(record[field])]),
    source: String(record.provenance) + (Object.values((record.parts as object | undefined) ?? {}).includes("reconstructed") ? ", partly reconstructed" : ""),
    confidence: String(record.confidence),
  }));
}
