/** What enemies could do next, asked for when somebody looks at the layer and the position has changed. */
import { get } from "../api/client";
import { Seat } from "../seat/seat.svelte";
import type { AnyView, Sight } from "../seat/sight";

/** By area, for each of the nations of a seat that are asked about. */
export class Threats<T> {
  private known = $state.raw<Record<string, T>[]>([]);
  private asked = "";

  /** What is known as yet; the rest follows. Nothing for watchers: they have no enemies. */
  of<V extends AnyView>(sight: Sight<V>, nations: string[]): [string, T][] {
    if (!(sight instanceof Seat)) return [];
    const key = `${sight.id} ${sight.ask} ${nations.join()}`;
    if (this.asked !== key) queueMicrotask(() => void this.look(sight as Seat<V>, nations, key));
    return this.known.flatMap((one) => Object.entries(one));
  }

  private async look<V extends AnyView>(seat: Seat<V>, nations: string[], key: string) {
    if (this.asked === key) return;
    this.asked = key;
    const found = await Promise.all(nations.map((nation) => threatsTo<T, V>(seat, nation)));
    if (this.asked === key) this.known = found;
  }
}

/** The threats to one nation of a seat; none where the game cannot tell. */
export const threatsTo = <T, V extends AnyView>(seat: Seat<V>, nation: string): Promise<Record<string, T>> =>
  get<Record<string, T>>(`/tables/${seat.id}/seats/${encodeURIComponent(seat.name)}/threats`, { nation }).catch(() => ({}));

export const toneOfThreat = (win: number) => (win >= 0.6 ? ("bad" as const) : win >= 0.3 ? ("warn" as const) : ("good" as const));
