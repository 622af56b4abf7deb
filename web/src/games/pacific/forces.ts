/** Units of a view as the rules name them, and odds in words. */
import type { Forecast, Stack, View } from "../../api/pacific";
import type { Tone } from "../../map/types";
import { kindOf, plural, unit } from "./facts";

/** The word for a stack in an answer: all that a player can tell apart. */
export function labelOf(stack: Stack): string {
  const cargo = (stack.cargo ?? []).map((item) => (item.owner === stack.owner ? `+${item.kind}` : `+${item.owner}:${item.kind}`)).join("");
  const left = stack.left ?? -1;
  return stack.kind + (stack.hits ? "!" : "") + (left >= 0 ? `-${left}` : "") + (stack.role === "seaborne" ? "~" : "") + cargo;
}

/** Own units in a space that have not been used, those that reach farthest first. */
export function unused(view: View, power: string, space: string): Stack[] {
  const arms = ["air", "sea", "land"];
  return (view.units[space] ?? [])
    .filter((stack) => stack.owner === power && !stack.acted)
    .sort((one, other) => arms.indexOf(unit(one.kind)?.arm ?? "") - arms.indexOf(unit(other.kind)?.arm ?? ""));
}

export const percent = (chance: number): string => (chance > 0.999 && chance < 1 ? ">99 %" : chance < 0.001 && chance > 0 ? "<1 %" : `${Math.round(chance * 100)} %`);

/** The chance that counts: to take a territory, or to win at sea. */
export const chanceOf = (odds: Forecast): number => (odds.take > 0 || odds.win === 0 ? odds.take : odds.win);

export const toneOf = (chance: number): Tone => (chance >= 0.75 ? "good" : chance >= 0.5 ? "warn" : "bad");

export function inWords(units: Record<string, number> | [string, number][]): string {
  const pairs = Array.isArray(units) ? units : Object.entries(units);
  return pairs.map(([word, count]) => `${count} ${plural(kindOf(word.replace(/^damaged_/, "")), count)}${word.startsWith("damaged_") || word.includes("!") ? " (damaged)" : ""}`).join(", ") || "nothing";
}
