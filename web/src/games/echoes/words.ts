/** The war in words: choices with their odds, what a shift does, how it stands, and the card to share. */
import type { AttackOdds, Modifier, TableCard } from "../../api/types";
import type { EchoesView, Front } from "../../api/echoes";
import { BOXES, CHECKS, CONFLICTS, OFFERS, REGIONS, TIDES, TRACKS, TURNS, VERDICTS } from "./board";

export const SIDES = { allies: "the Allies", axis: "the Axis" } as const;
type Side = keyof typeof SIDES;

/** The open paragraph of the rules, as far as these screens read it. */
interface Open {
  step: string;
  side?: Side;
  region?: string;
  regions?: string[];
  face?: number;
  bonus?: number;
  conflict?: string;
  allies?: number;
  axis?: number;
  instructions?: string;
}

export const openStep = (view: EchoesView): Open | null => (view.steps.at(-1) as unknown as Open | undefined) ?? null;
export const frontIn = (view: EchoesView, region: string): Front => view.fronts.find((front) => front.region === region)!;
export const percent = (chance: number) => `${Math.round(chance * 100)} %`;

export function placeAt(region: string, space: number): string {
  const found = REGIONS[region]?.spaces[space];
  return found ? found.name : "";
}

export function isCapital(region: string, space: number): boolean {
  return !!REGIONS[region]?.spaces[space]?.capital;
}

/** Which side a lead on a track gives a modifier to. */
export function modifierOf(track: string, lead: number): Side | null {
  const record = TRACKS[track]!;
  if (lead >= record.alliesAt) return "allies";
  if (record.axisAt !== null && lead <= record.axisAt) return "axis";
  return null;
}

export function trackWords(track: string, lead: number): string {
  const record = TRACKS[track]!;
  const side = modifierOf(track, lead);
  const where = record.regions.join(", ");
  if (track === "USA") return side ? `+1 for the Allies in ${where}` : `${lead} of ${record.highest}; at ${record.alliesAt}: Allies +1 in ${where}`;
  return side ? `+1 for ${SIDES[side]} in ${where}` : `level: no modifier in ${where}`;
}

/** What a shift by one for the Allies does. */
export function shiftEffect(view: EchoesView, track: string): string {
  const lead = view.leads[track] ?? 0;
  const [before, after] = [modifierOf(track, lead), modifierOf(track, lead + 1)];
  const where = TRACKS[track]!.regions.join(", ");
  if (before === "axis" && after === null) return `takes the +1 of the Axis in ${where}`;
  if (after === "allies" && before === null) return `gives the Allies +1 in ${where}`;
  return `lead ${lead + 1}, no effect yet`;
}

function withModifiers(odds: AttackOdds, modifiers: Modifier[]): AttackOdds {
  const total = modifiers.reduce((sum, item) => sum + item.value, 0);
  const face = Math.min(Math.max(odds.needed - total, 1), 7);
  return { ...odds, modifiers, face, chance: (7 - face) / 6 };
}

function afterShift(view: EchoesView, odds: AttackOdds, track: string): AttackOdds {
  const reason = `${track} lead`;
  const kept = odds.modifiers.filter((item) => item.reason !== reason);
  const gains = modifierOf(track, (view.leads[track] ?? 0) + 1) === odds.side && TRACKS[track]!.regions.includes(odds.region);
  return withModifiers(odds, gains ? [...kept, { reason, value: 1 }] : kept);
}

/** Where the face that is needed comes from. */
export function oddsWords(odds: AttackOdds): string {
  if (odds.face > 6) return "impossible";
  const plus = odds.modifiers.map((item) => `, +${item.value} ${item.reason}`).join("");
  return `needs ${odds.needed}${plus}`;
}

/** A choice: what it is called, what it comes to, its odds, and what the big button says. */
export interface Choice {
  title: string;
  detail: string;
  odds: AttackOdds | null;
  button: string;
  group: "attack" | "shift" | "tide" | "other";
  region?: string;
  track?: string;
  dice: boolean;
}

const choice = (title: string, detail: string, button: string, more: Partial<Choice> = {}): Choice => ({
  title, detail, button, odds: null, group: "other", dice: false, ...more,
});

export function choiceOf(view: EchoesView, answer: unknown): Choice {
  const what = view.waiting.what;
  if (what === "ew.box.choose") {
    const text = OFFERS[`${openStep(view)?.instructions}/${String(answer)}`] ?? String(answer);
    return choice(sentence(String(answer).replaceAll("_", " ")), text, "Choose this");
  }
  if (what === "ew.conflict.exploit") {
    const regions = answer as string[];
    const places = regions.map((region) => `${REGIONS[region]?.name} to ${placeAt(region, frontIn(view, region).space + 1)}`);
    return choice(`Advance: ${regions.join(" and ")}`, places.join("; "), `Advance in ${regions.join(" and ")}`, { region: regions[0] });
  }
  const parts = answer as string[];
  if (what === "ew.allies.turn") return alliedChoice(view, parts);
  return tideChoice(view, parts);
}

function alliedChoice(view: EchoesView, answer: string[]): Choice {
  const [verb, first = "", second = ""] = answer;
  if (verb === "stop") return choice("End the turn", "What is left unspent is lost", "End the turn", { dice: true });
  if (verb === "shift") return choice(`Shift ${first}`, shiftEffect(view, first), `Shift ${first}`, { group: "shift", track: first });
  if (verb === "tide")
    return choice(`Tide of War in ${first}: shift ${second}`, shiftEffect(view, second), `Tide of War: shift ${second}`, { group: "tide", region: first, track: second });
  const front = frontIn(view, first);
  const special = verb === "special";
  let odds = front.allies;
  if (odds && special) odds = withModifiers(odds, [...odds.modifiers, { reason: "special attack", value: view.bonus }]);
  const target = placeAt(first, front.space + 1);
  const name = REGIONS[first]?.name ?? first;
  const title = special ? `Special attack: ${name}` : `${front.attacked ? "Attack again" : "Attack"}: ${name}`;
  const detail = `towards ${target}${isCapital(first, front.space + 1) ? " (capital)" : ""}${odds ? `; ${oddsWords(odds)}` : ""}`;
  return choice(title, detail, `${special ? "Special attack" : "Attack"} in ${first}`, { odds, group: "attack", region: first, dice: true });
}

function tideChoice(view: EchoesView, answer: string[]): Choice {
  const [verb, box = "", track = ""] = answer;
  const what = view.waiting.what;
  if (what === "ew.tide.before_conflict" || what === "ew.tide.after_conflict") {
    const before = what === "ew.tide.before_conflict";
    if (verb === "pass") return before ? choice("Let the dice decide", "One die for each side", "Roll", { dice: true }) : choice("Accept it", "The result stands", "Accept");
    return choice(`Tide of War in ${box}: shift ${track}`, "One more for the Allies", "Turn the tide", { group: "tide", region: box, track, dice: before });
  }
  const step = openStep(view);
  const before = what === "ew.tide.before_axis_roll";
  const region = (before ? step?.regions?.[0] : step?.region) ?? "";
  const front = frontIn(view, region);
  const side: Side = before ? "axis" : (step?.side ?? "axis");
  let odds = side === "axis" ? front.axis : front.allies;
  if (verb === "pass") {
    if (before) return choice("Let it roll", odds ? oddsWords(odds) : "", "Let it roll", { odds, region, dice: true });
    const lost = side === "axis" ? `The front falls back to ${placeAt(region, front.space - 1)}` : "The attack has failed";
    return choice("Accept it", lost, "Accept", { region });
  }
  if (verb === "reroll" || verb === "enigma") {
    if (odds && step?.bonus) odds = withModifiers(odds, [...odds.modifiers, { reason: "special attack", value: step.bonus }]);
    const name = verb === "reroll" ? `Tide of War in ${region}: roll again` : "Broken code: roll again";
    return choice(name, `${sentence(SIDES[side])} ${side === "axis" ? "rolls" : "roll"} once more${odds ? `; ${oddsWords(odds)}` : ""}`, "Roll again", { odds, group: "tide", region, dice: true });
  }
  if (before) {
    const after = odds ? afterShift(view, odds, track) : null;
    return choice(`Tide of War in ${box}: shift ${track}`, after ? `then the Axis ${oddsWords(after)}` : "", "Turn the tide", { odds: after, group: "tide", region: box, track });
  }
  return choice(`Tide of War in ${box}: shift ${track}`, "and the roll turns", "Turn the tide", { group: "tide", region: box, track });
}

const VERBS: Record<string, string> = {
  attack: "Attack", special: "Special attack", shift: "Shift a track", tide: "Tide of War: shift a track", reroll: "Tide of War: roll again", enigma: "Broken code: roll again", pass: "Let it stand", stop: "End the turn",
};

/** What was clicked, in words; for choices that are not offered. */
export function clicksWords(clicks: string[]): string {
  return clicks.map((click, at) => (at === 0 ? (VERBS[click] ?? REGIONS[click]?.name ?? click) : click)).join(" · ");
}

export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The prompt, with what has just fallen where a roll can still be turned. */
export function promptOf(view: EchoesView): string {
  const step = openStep(view);
  const what = view.waiting.what;
  if ((what === "ew.tide.after_axis_roll" || what === "ew.tide.after_allied_roll") && step?.face && step.region)
    return `${step.side === "axis" ? "The Axis rolls" : "You roll"} ${step.face} in ${REGIONS[step.region]?.name}. ${view.waiting.prompt}`;
  if (what === "ew.tide.after_conflict" && step?.conflict) return `You roll ${step.allies}, the Axis rolls ${step.axis}. ${view.waiting.prompt}`;
  return view.waiting.prompt;
}

/** The dice that lie on the table while a roll can still be turned. */
export function lyingDice(view: EchoesView): { face: number; side: Side }[] {
  const step = openStep(view);
  const what = view.waiting.what;
  if (what === "ew.tide.after_axis_roll" || what === "ew.tide.after_allied_roll") return step?.face ? [{ face: step.face, side: step.side ?? "axis" }] : [];
  if (what === "ew.tide.after_conflict") return [{ face: step?.allies ?? 1, side: "allies" }, { face: step?.axis ?? 1, side: "axis" }];
  return [];
}

export interface Drawn {
  title: string;
  kind: string;
  lines: string[];
  dice: number[];
}

/** The box in play. `half` is which half of it is carried out, if that is known. */
export function drawnBox(drawn: string, half: string): Drawn | null {
  const box = BOXES[drawn];
  if (box) {
    const alternate = half === "alternate";
    const kind = box.years ? (alternate ? "Alternate" : `Event, ${box.years[0]}–${box.years[1]}`) : "Every time";
    return { title: box.title, kind, lines: split(alternate ? box.alternate : box.event), dice: [box.table, box.die] };
  }
  const conflict = CONFLICTS[drawn];
  if (!conflict) return null;
  return {
    title: conflict.title,
    kind: "Major conflict",
    lines: [
      `One die for each side, +1 for the leader on ${conflict.track}.`,
      "The winner advances in one region for a margin of 1–2, in two for 3–4, in three for 5–6.",
      `Regions: ${conflict.regions.join(", ")}.`,
    ],
    dice: [conflict.die],
  };
}

/** Which half of the drawn box is carried out, as far as the position itself tells. */
export function halfOf(view: EchoesView): string | null {
  const step = (view.steps as unknown as Open[]).find((one) => one.instructions?.startsWith(`${view.drawn}/`));
  if (step) return step.instructions!.split("/")[1] ?? null;
  return BOXES[view.drawn]?.years && !view.happened.includes(view.drawn) ? "alternate" : null;
}

const split = (text: string) => text.split(/(?<=\.) /);

/** What the next gold turn asks for. */
export function nextCheck(turn: number): { turn: number; atMost: number } | null {
  const found = Object.entries(CHECKS).map(([at, check]) => ({ turn: Number(at), atMost: check.atMost }));
  return found.sort((one, other) => one.turn - other.turn).find((check) => check.turn >= turn) ?? null;
}

export const RESULTS: Record<string, string> = { major: "Major Allied victory", minor: "Minor Allied victory", draw: "Draw", axis: "Axis victory" };

/** What the points would come to after the last turn. */
export function verdictSoFar(view: EchoesView): string {
  const lost = view.fronts.some((front) => front.space === 0 && isCapital(front.region, 0));
  const verdict = VERDICTS.find((one) => view.points >= one.atLeast)!;
  return RESULTS[lost ? verdict.capitalLost : verdict.result] ?? "";
}

/** Which war this is. */
export function warTitle(table: TableCard | null): string {
  if (!table) return "";
  const found = /^echoes\/(campaign|daily)\/(.+)$/.exec(table.war);
  if (found) return found[1] === "campaign" ? `Campaign ${found[2]}` : `War of ${found[2]}`;
  return table.dice === "hand" ? "Dice by hand" : "A war of your own";
}

/** A card that tells how it went and nothing about the dice, so that others can still play the same war. */
export function shareText(table: TableCard | null, view: EchoesView): string {
  const verdict = view.result?.sentence.split(/[:(]/)[0]?.trim() ?? "";
  const fronts = view.fronts.map((front) => `${front.region} ${front.space}`).join(", ");
  const back = table?.takebacks ? `${table.takebacks} taken back` : "nothing taken back";
  return [
    `Echoes of War · ${warTitle(table)}`,
    `${verdict} · ${view.points} points · turn ${view.turn} of ${TURNS.length}`,
    fronts,
    `Tide of War ${TIDES - view.tides} of ${TIDES} · ${back}`,
  ].join("\n");
}
