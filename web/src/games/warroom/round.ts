/** What happened in the round so far, from the messages of the table. */
import type { GameEvent } from "../../api/warroom";
import { eventsOf, type Message } from "../../seat/sight";

/** The events since the last one that `begins` names, oldest first. */
export function since(messages: readonly Message[], begins: (event: GameEvent) => boolean): GameEvent[] {
  const found: GameEvent[] = [];
  for (let at = messages.length - 1; at >= 0; at--) {
    const events = eventsOf(messages[at]!) as unknown as GameEvent[];
    for (let place = events.length - 1; place >= 0; place--) {
      const event = events[place]!;
      found.push(event);
      if (begins(event)) return found.reverse();
    }
  }
  return found.reverse();
}

export const sincePlanning = (messages: readonly Message[]) => since(messages, (event) => event.event === "wr.phase" && event.phase.startsWith("Phase 2"));

/** The events of the last battle in a region, up to the next battle elsewhere. */
export function battleTold(messages: readonly Message[], region: string): GameEvent[] {
  const told = since(messages, (event) => event.event === "wr.picked" && event.region === region);
  const next = told.findIndex((event, at) => at > 0 && event.event === "wr.picked");
  return next < 0 ? told : told.slice(0, next);
}
