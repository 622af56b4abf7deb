/** What can be seen of a table, whoever looks: a seat, a watcher, or a replay. Screens read nothing else. */
import type { Message } from "../api/socket";
import type { Link } from "../api/socket";
import type { Question, TableCard, Waiting } from "../api/types";

export type { Link, Message };

/** Every view of a game has at least this. */
export interface AnyView {
  waiting: Waiting;
}

/** What happened in the game, as the server tells it: `event` is its name, `says` its sentence. */
export interface ToldEvent {
  event: string;
  says: string;
  [field: string]: unknown;
}

export interface Sight<V extends AnyView = AnyView> {
  readonly kind: "seat" | "watch" | "replay";
  readonly table: TableCard | null;
  readonly view: V | null;
  /** The number of the open question. */
  readonly ask: number;
  readonly messages: Message[];
  readonly link: Link;
  /** What stands in the way of seeing anything, in one sentence. */
  readonly trouble: string;
  /** What the prompt bar says instead of who is waited for: where a replay stands. */
  readonly says?: string;
  /** The nations through whose eyes we look; none for a watcher. */
  readonly nations: string[];
  /** What these nations are asked now. */
  readonly questions: Question[];
  close(): void;
}

export function eventsOf(message: Message): ToldEvent[] {
  return message.kind === "events" ? (message.body.events as ToldEvent[]) : [];
}
