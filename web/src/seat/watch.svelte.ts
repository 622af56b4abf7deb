/** A table as watchers see it, over server-sent events. */
import { get, PREFIX, Problem } from "../api/client";
import type { Frame } from "../api/socket";
import type { Question, TableCard } from "../api/types";
import type { AnyView, Link, Message, Sight } from "./sight";

export class Watch<V extends AnyView = AnyView> implements Sight<V> {
  readonly kind = "watch";
  readonly nations: string[] = [];
  readonly questions: Question[] = [];
  readonly id: string;
  table = $state.raw<TableCard | null>(null);
  view = $state.raw<V | null>(null);
  ask = $state(0);
  messages = $state.raw<Message[]>([]);
  link = $state<Link>("opening");
  trouble = $state("");

  private stream: EventSource | null = null;
  private last = 0;

  constructor(table: string) {
    this.id = table;
    void this.open();
  }

  private async open() {
    try {
      this.table = await get<TableCard>(`/tables/${this.id}`); // a stream cannot say why it was refused
    } catch (problem) {
      this.trouble = (problem as Problem).message;
      this.link = "closed";
      return;
    }
    const stream = new EventSource(`${PREFIX}/tables/${this.id}/watch`);
    this.stream = stream;
    stream.onopen = () => (this.link = "open");
    stream.onerror = () => (this.link = stream.readyState === EventSource.CLOSED ? "closed" : "lost");
    stream.onmessage = (event) => this.take(JSON.parse(String(event.data)) as Frame);
  }

  private take(frame: Frame) {
    if (frame.type === "message") {
      if (frame.seq <= this.last) return;
      this.last = frame.seq;
      this.messages = [...this.messages, frame];
    } else if (frame.type === "table") {
      this.table = frame.table;
    } else if (frame.type === "view") {
      this.ask = frame.ask ?? 0;
      this.view = frame.view as V;
    }
  }

  close() {
    this.stream?.close();
    this.link = "closed";
  }
}
