/** A battle as the log tells it: dice, hits, losses, round by round. */
import type { BattleBegan, Fired, GameEvent, UnitsLost } from "../../api/pacific";
import { eventsOf, type Message } from "../../seat/sight";

export interface Volley {
  who: string;
  what: string;
  faces: number[];
  hits: number;
  expected: number;
}

export interface Told {
  began: BattleBegan | null;
  volleys: Volley[];
  losses: UnitsLost[];
  /** Other sentences: retreats, dives, scrambles. */
  notes: string[];
  /** How it ended. */
  verdict: string;
}

/** What has been told of the battle in a space since it began. */
export function toldOf(messages: Message[], space: string): Told {
  let found: Told = { began: null, volleys: [], losses: [], notes: [], verdict: "" };
  for (const message of messages.slice(-150)) {
    for (const told of eventsOf(message)) {
      const event = told as unknown as GameEvent;
      if (event.event === "ax.battle" && event.space === space) found = { began: event as BattleBegan, volleys: [], losses: [], notes: [], verdict: "" };
      else if (event.event === "ax.fired" && event.space === space) found.volleys.push(volley(event as Fired));
      else if (event.event === "ax.lost" && event.space === space) found.losses.push(event as UnitsLost);
      else if (event.event === "ax.battle_over" && event.space === space) found.verdict = event.says;
      else if (["ax.scrambled", "ax.submerged", "ax.kamikazes"].includes(event.event) && "zone" in event && event.zone === space) found.notes.push(event.says);
    }
  }
  return found;
}

const volley = (event: Fired): Volley => ({ who: event.who, what: event.what, faces: event.faces, hits: event.hits, expected: event.expected });
