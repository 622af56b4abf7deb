/** What the battle board shows, worked out from the battle and from what was told about it. */
import type { Battle, GameEvent, Row, View } from "../../api/warroom";
import type { ToldBattle } from "../../game/look";
import type { ToldEvent } from "../../seat/sight";
import { boardRow, COLOURS, commandsIn, glyphOf, KINDS, LAND, NAVAL, placeName, sideOf, unitName, unitsOf, type Colour, type Side } from "./facts";

export type Stage = "air" | "surface";

export interface BoardLine {
  kind: string;
  stance: string;
  air: number;
  surface: number;
  /** Nation, kind and number of the units that are whole. */
  whole: [string, string, number][];
  hurt: [string, string, string] | null;
  lost: [string, string, number][];
  escaped: number;
}

const lineOf = (battle: Battle, row: Row): BoardLine => ({
  kind: row.kind,
  stance: row.stance,
  ...dice(battle, row.kind, row.stance),
  whole: row.whole,
  hurt: row.hurt,
  lost: row.lost,
  escaped: row.escaped.reduce((sum, [, count]) => sum + count, 0),
});

const dice = (battle: Battle, kind: string, stance: string) => {
  const { air, surface } = boardRow(battle.board, kind, stance);
  return { air, surface };
};

/** The rows of a side, or its units without stances while it has not taken them. */
export function linesOf(view: View, battle: Battle, side: Side): BoardLine[] {
  const rows = battle.rows.filter((row) => row.side === side).map((row) => lineOf(battle, row));
  if (rows.length) return rows.sort((one, other) => order(one.kind) - order(other.kind));
  const found = new Map<string, BoardLine>();
  const add = (nation: string, kind: string, count: number) => {
    const name = kind === "carrier_fighter" ? "fighter" : kind;
    const line = found.get(name) ?? { kind: name, stance: "", air: 0, surface: 0, whole: [], hurt: null, lost: [], escaped: 0 };
    const same = line.whole.find(([of, what]) => of === nation && what === kind);
    if (same) same[2] += count;
    else line.whole.push([nation, kind, count]);
    found.set(name, line);
  };
  const categories = battle.board === "sea" ? ["naval", "air"] : ["land", "air"];
  for (const command of commandsIn(view, battle.region)) {
    if (sideOf(command.nation) !== side || !battle.nations.includes(command.nation) || command.dived) continue;
    if (categories.includes(command.category)) for (const [kind, count] of unitsOf(command)) add(command.nation, kind, count);
  }
  for (const [key, count] of Object.entries(view.fighters)) {
    const [region, nation] = key.split("/") as [string, string];
    if (region === battle.region && sideOf(nation) === side) add(nation, "carrier_fighter", count);
  }
  if (battle.nations.includes("neutral") && view.aligned[battle.region] === side) {
    ["infantry", "artillery", "fighter"].forEach((kind, at) => {
      const count = view.forces[battle.region]?.[at] ?? 0;
      if (count) add("neutral", kind, count);
    });
  }
  return [...found.values()].sort((one, other) => order(one.kind) - order(other.kind));
}

const order = (kind: string) => KINDS.indexOf(kind);

export const standing = (line: BoardLine) => line.whole.reduce((sum, [, , count]) => sum + count, 0) + (line.hurt ? 1 : 0);
export const lostOf = (line: BoardLine) => line.lost.reduce((sum, [, , count]) => sum + count, 0);

export const diceOf = (lines: BoardLine[], stage: Stage) => lines.reduce((sum, line) => sum + standing(line) * line[stage], 0);

/** How many different Land or Naval types a side has: more of them are the Force Advantage. */
export const typesOf = (battle: Battle, lines: BoardLine[]) =>
  new Set(lines.filter((line) => (battle.board === "sea" ? NAVAL : LAND).includes(line.kind) && standing(line)).map((line) => line.kind)).size;

/** A battle that nobody was asked in: its events, and the Commands that stood there before them. */
export function closedOf(events: ToldEvent[], before: View): ToldBattle | null {
  const all = events as unknown as GameEvent[];
  const began = all[0];
  if (began?.event !== "wr.picked") return null;
  const { region } = began;
  const side = (name: Side) => {
    const found: Record<string, Record<string, number>> = {};
    for (const command of commandsIn(before, region)) {
      if (sideOf(command.nation) !== name) continue;
      const mine = (found[command.nation] ??= {});
      for (const [kind, count] of unitsOf(command)) mine[kind] = (mine[kind] ?? 0) + count;
    }
    const units = (bag: Record<string, number>) => Object.entries(bag).map(([kind, count]) => ({ glyph: glyphOf(kind), count, label: `${count} ${unitName(kind, count)}` }));
    return { name: name === "axis" ? "Axis" : "Allies", forces: Object.entries(found).map(([nation, bag]) => ({ nation, units: units(bag) })) };
  };
  const ends = all.filter(({ event }) => ["wr.lost", "wr.captured", "wr.raid", "wr.medals", "wr.debriefed"].includes(event)).map(({ says }) => says);
  return {
    area: region,
    title: `Battle of ${placeName(region)}`,
    sides: [side("allied"), side("axis")],
    rolls: stagesOf(all).flatMap(({ name, batches }) => batches.map((batch) => ({ nations: [], who: `${name}: ${batch.side === "axis" ? "Axis" : "Allies"}`, faces: batch.colours, hits: batch.hits.length || batch.expected ? batch.hits.length : null, expected: batch.expected }))),
    ends,
  };
}

export interface Batch {
  side: Side;
  colours: Colour[];
  hits: Extract<GameEvent, { event: "wr.hit" }>[];
  /** Hits on average, as long as targets last. */
  expected: number;
}

export interface StageShown {
  name: string;
  stage: Stage;
  dice: Record<string, number>;
  batches: Batch[];
}

/** Stages and batches of the battle, as they were told. */
export function stagesOf(events: GameEvent[]): StageShown[] {
  const found: StageShown[] = [];
  for (const event of events) {
    if (event.event === "wr.stage") {
      found.push({ name: event.stage, stage: event.stage.startsWith("Air") ? "air" : "surface", dice: Object.fromEntries(event.dice), batches: [] });
    } else if (event.event === "wr.batch") {
      if (!found.length) found.push({ name: "Raid", stage: "surface", dice: {}, batches: [] });
      found.at(-1)!.batches.push({ side: event.side as Side, colours: event.colours as Colour[], hits: [], expected: event.expected });
    } else if (event.event === "wr.hit") {
      found.at(-1)?.batches.at(-1)?.hits.push(event);
    }
  }
  return found;
}

/** Which dice of a batch are used up while a result of this colour is being assigned. */
export function spent(batch: Batch, now: Colour | ""): boolean[] {
  if (!now) return batch.colours.map(() => false);
  let same = batch.hits.filter((hit) => hit.colour === now).length;
  return batch.colours.map((colour) => {
    if (COLOURS.indexOf(colour) < COLOURS.indexOf(now)) return true;
    return colour === now && same-- > 0;
  });
}

/** The box that a unit comes to with one more hit. */
export function nextBox(battle: Battle, line: BoardLine): string {
  const { boxes } = boardRow(battle.board, line.kind, line.stance);
  const at = line.hurt ? boxes.indexOf(line.hurt[2]) + 1 : 0;
  return (boxes[at] ?? "eliminated").replaceAll("_", " ");
}
