/** The luck ledger: hits that were to be expected against those that fell, war-long and battle by battle. */
import type { Moment } from "../api/types";

export interface Roll {
  move: number;
  who: string;
  where: string;
  expected: number;
  got: number;
  /** How far chance alone spreads it; each die of a volley is taken to be as good as their mean. */
  variance: number;
}

export interface Fortune {
  who: string;
  expected: number;
  got: number;
  rolls: number;
  /** The share of all wars with the same rolls in which fortune would have been worse. */
  luckierThan: number;
}

const number = (value: unknown) => (typeof value === "number" ? value : 0);

const SIDES: Record<string, string> = { allied: "the Allies", axis: "the Axis" };

/** Rolls whose expectation a game tells: volleys of Pacific, batches of War Room, attacks of Echoes. */
export function rollsOf(moments: Moment[]): Roll[] {
  const found: Roll[] = [];
  for (const { move, events } of moments) {
    for (const event of events) {
      if (event.event === "ax.fired") {
        const [expected, dice] = [number(event.expected), (event.faces as number[]).length];
        const chance = dice ? Math.min(1, expected / dice) : 0;
        if (dice && expected) found.push({ move, who: String(event.who), where: String(event.space), expected, got: number(event.hits), variance: dice * chance * (1 - chance) });
      } else if (event.event === "wr.batch") {
        const [expected, dice] = [number(event.expected), (event.colours as string[]).length];
        const chance = dice ? expected / dice : 0;
        if (expected) found.push({ move, who: SIDES[String(event.side)] ?? String(event.side), where: String(event.region), expected, got: number(event.hits), variance: dice * chance * (1 - chance) });
      } else if (event.event === "ew.attack") {
        const chance = Math.max(0, Math.min(1, (7 - number(event.needed) + number(event.modifier)) / 6));
        const got = number(event.face) + number(event.modifier) >= number(event.needed) ? 1 : 0;
        found.push({ move, who: String(event.side), where: String(event.region), expected: chance, got, variance: chance * (1 - chance) });
      }
    }
  }
  return found;
}

/** The share of a normal distribution below a value. */
function below(z: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(z) * Math.SQRT1_2);
  const tail = (((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp(-z * z * 0.5)) / 2;
  return z > 0 ? 1 - tail : tail;
}

export function fortunes(rolls: Roll[]): Fortune[] {
  const found = new Map<string, Roll[]>();
  for (const roll of rolls) found.set(roll.who, [...(found.get(roll.who) ?? []), roll]);
  return [...found].map(([who, own]) => {
    const sum = (what: (roll: Roll) => number) => own.reduce((all, roll) => all + what(roll), 0);
    const [expected, got, variance] = [sum((roll) => roll.expected), sum((roll) => roll.got), sum((roll) => roll.variance)];
    return { who, expected, got, rolls: own.length, luckierThan: variance ? below((got - expected) / Math.sqrt(variance)) : 0.5 };
  });
}

/** The rolls that were furthest from what was to be expected. */
export const turns = (rolls: Roll[], most = 8) =>
  [...rolls].sort((one, other) => Math.abs(other.got - other.expected) - Math.abs(one.got - one.expected)).slice(0, most);
