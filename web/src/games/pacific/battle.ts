/** A battle as the log tells it: dice, hits, losses, round by round. */
import type { BattleBegan, Fired, GameEvent, UnitsLost } from "../../api/pacific";
import type { ToldBattle } from "../../game/look";
import { eventsOf, type Message, type ToldEvent } from "../../seat/sight";
import { kindOf, plural, spoken } from "./facts";

export interface Volley {
  who: string;
  what: string;
  faces: number[];
  /** How many of them, in their order, hit on which number or less. */
  needs: [number, number][];
  hits: number;
  expected: number;
}

export interface Told {
  began: BattleBegan | null;
  volleys: Volley[];
  /** Who defends: their fire is told without a name. */
  defenders: string[];
  losses: UnitsLost[];
  /** Other sentences: retreats, dives, scrambles. */
  notes: string[];
  /** How it ended. */
  verdict: string;
}

/** What has been told of the battle in a space since it began. */
export function toldOf(messages: Message[], space: string): Told {
  const fresh = (began: BattleBegan | null): Told => ({ began, volleys: [], defenders: [...new Set((began?.defenders ?? []).map(([owner]) => owner))], losses: [], notes: [], verdict: "" });
  let found = fresh(null);
  for (const message of messages.slice(-150)) {
    for (const told of eventsOf(message)) {
      const event = told as unknown as GameEvent;
      if (event.event === "ax.battle" && event.space === space) found = fresh(event as BattleBegan);
      else if (event.event === "ax.fired" && event.space === space) found.volleys.push(volley(event as Fired));
      else if (event.event === "ax.lost" && event.space === space) found.losses.push(event as UnitsLost);
      else if (event.event === "ax.battle_over" && event.space === space) found.verdict = event.says;
      else if (["ax.scrambled", "ax.submerged", "ax.kamikazes"].includes(event.event) && "zone" in event && event.zone === space) found.notes.push(event.says);
    }
  }
  return found;
}

/** A battle that nobody was asked in, from the events between its beginning and its end. */
export function closedOf(events: ToldEvent[]): ToldBattle | null {
  const began = events[0] as unknown as BattleBegan;
  const of = (owner: string, units: [string, number][]) => ({ nation: owner, units: units.map(([word, count]) => ({ glyph: kindOf(word), count, label: `${count} ${plural(kindOf(word), count)}` })) });
  const told = toldOf([{ type: "message", seq: 0, at: 0, kind: "events", body: { events } }], began.space);
  return {
    area: began.space,
    title: `Battle of ${spoken(began.space)}: ${spoken(began.attacker)} attacks`,
    sides: [
      { name: "Attack", forces: [of(began.attacker, began.attackers)] },
      { name: "Defence", forces: told.defenders.map((owner) => of(owner, began.defenders.filter(([other]) => other === owner).map(([, kind, count]): [string, number] => [kind, count]))) },
    ],
    rolls: told.volleys.map(({ who, what, faces, needs, hits, expected }) => ({ nations: who ? [who] : told.defenders, who: what, faces: faces.map(String), needs, hits, expected })),
    ends: [...told.notes, ...told.losses.map((loss) => loss.says), told.verdict],
  };
}

const volley = (event: Fired): Volley => ({ who: event.who, what: event.what, faces: event.faces, needs: event.needs ?? [], hits: event.hits, expected: event.expected });
