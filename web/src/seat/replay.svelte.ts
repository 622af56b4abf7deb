/** A finished game at any moment of it. */
import { get, sentenceOf } from "../api/client";
import type { Moment, Question, Seen, TableCard } from "../api/types";
import type { AnyView, Link, Message, Sight } from "./sight";

export class Replay<V extends AnyView = AnyView> implements Sight<V> {
  readonly kind = "replay";
  readonly questions: Question[] = [];
  readonly id: string;
  moments = $state.raw<Moment[]>([]);
  /** How many moves are done in what is shown. */
  move = $state(0);
  /** Through whose eyes we look: nobody's (what all may know), some nations', or all of them. */
  nations = $state.raw<string[]>([]);
  view = $state.raw<V | null>(null);
  link = $state<Link>("opening");
  trouble = $state("");
  /** The view is on its way. */
  busy = $state(false);

  private card = $state.raw<TableCard | null>(null);
  private told: Message[] = [];
  private kept = new Map<string, Promise<V>>();

  constructor(table: string, at: number | null) {
    this.id = table;
    void this.open(at);
  }

  private async open(at: number | null) {
    try {
      this.card = await get<TableCard>(`/tables/${this.id}`);
      const [opening, ...moves] = await get<Moment[]>(`/tables/${this.id}/timeline`);
      this.moments = moves;
      this.told = (opening ? [opening, ...moves] : moves).map((moment) => ({ type: "message", seq: moment.move + 1, at: moment.at, kind: "events", body: { events: moment.events } }));
      this.link = "open";
      await this.go(at ?? 0);
    } catch (problem) {
      this.trouble = sentenceOf(problem);
      this.link = "closed";
    }
  }

  /** The table as it was: the end is not told before it. */
  get table(): TableCard | null {
    return this.card && { ...this.card, outcome: this.move === this.last ? this.card.outcome : null };
  }
  get whole(): TableCard | null {
    return this.card;
  }
  get last(): number {
    return this.moments.length;
  }
  get ask(): number {
    return this.move;
  }
  get messages(): Message[] {
    return this.told.slice(0, this.move + 1);
  }
  get moment(): Moment | null {
    return this.moments[this.move - 1] ?? null;
  }
  get says(): string {
    if (!this.card) return "Opening the war…";
    if (!this.move) return `The beginning, before the first of ${this.last} moves`;
    if (this.move === this.last) return this.card.outcome?.sentence ?? "The end";
    return this.moment?.events.map((event) => String(event.says)).slice(0, 2).join(" ") || `Move ${this.move} of ${this.last}`;
  }

  private look(move: number): Promise<V> {
    const eyes = this.nations.join(",");
    const name = `${move} ${eyes}`;
    let view = this.kept.get(name);
    if (!view) {
      view = get<Seen>(`/tables/${this.id}/moves/${move}`, { nations: eyes }).then((seen) => seen.view as V);
      view.catch(() => this.kept.delete(name));
      this.kept.set(name, view);
      if (this.kept.size > 400) this.kept.delete(this.kept.keys().next().value!);
    }
    return view;
  }

  async go(move: number) {
    const wanted = Math.max(0, Math.min(this.last, Math.round(move) || 0));
    this.move = wanted;
    this.busy = true;
    try {
      const view = await this.look(wanted);
      if (this.move !== wanted) return;
      this.view = view;
      this.busy = false;
      for (const next of [wanted + 1, wanted + 2]) if (next <= this.last) void this.look(next).catch(() => {});
    } catch (problem) {
      if (this.move === wanted) this.trouble = sentenceOf(problem);
    }
  }

  async seeAs(nations: string[]) {
    this.nations = nations;
    await this.go(this.move);
  }

  close() {
    this.link = "closed";
  }
}
