/** One seat at a table: what it sees, and everything it can do. The only thing that talks to the server for a game. */
import { newKey, Problem } from "../api/client";
import { SeatSocket, type Frame, type Handlers, type Line } from "../api/socket";
import type { Doubt, Hint, Menu, Prospect, Question, Refusal, TableCard } from "../api/types";
import type { AnyView, Link, Message, Sight } from "./sight";

export interface Walked {
  clicks: string[];
  answer: unknown;
  complete: boolean;
}

export interface NextPart {
  /** The parts so far, as the rules write them. */
  chosen: unknown[];
  /** The menu of the next part; null when the answer is complete. */
  menu: Menu | null;
}

export interface Checked {
  refusal: Refusal | null;
  doubts: Doubt[];
}

/** An answer of ours, and to which question. */
interface Given {
  nation: string;
  what: string;
  choice: unknown;
}

export class Seat<V extends AnyView = AnyView> implements Sight<V> {
  readonly kind = "seat";
  readonly id: string;
  readonly name: string;
  table = $state.raw<TableCard | null>(null);
  view = $state.raw<V | null>(null);
  ask = $state(0);
  /** Whether the last answer can be taken back. */
  canUndo = $state(false);
  messages = $state.raw<Message[]>([]);
  link = $state<Link>("opening");
  trouble = $state("");
  /** An answer is on its way and not yet confirmed. */
  sending = $state(false);
  /** What the server said to our last command, if it was no. */
  refusal = $state.raw<Problem | null>(null);

  nations = $derived(this.table?.seats.find((seat) => seat.name === this.name)?.nations ?? []);
  questions: Question[] = $derived(this.view?.waiting.questions ?? []);
  /** The question to answer now: the first that is not answered yet, else the first. */
  question: Question | null = $derived(
    this.questions.find((question) => question.answered === null || question.answered === undefined) ?? this.questions[0] ?? null,
  );
  /** The seat as the table has it. */
  chair = $derived(this.table?.seats.find((seat) => seat.name === this.name) ?? null);
  over = $derived(this.table?.status === "over");

  private socket: Line;
  private last = 0;
  private given: Given[] = [];
  private undone = $state.raw<Given[]>([]);

  constructor(table: string, name: string, connect?: (handlers: Handlers) => Line) {
    this.id = table;
    this.name = name;
    connect ??= (handlers) => new SeatSocket(`/tables/${table}/seats/${encodeURIComponent(name)}/socket`, handlers);
    this.socket = connect({
      frame: (frame) => this.take(frame),
      link: (link, reason) => {
        this.link = link;
        if (link === "closed" && reason) this.trouble = reason;
      },
      last: () => this.last,
    });
    this.resend();
  }

  private take(frame: Frame) {
    if (frame.type === "message") {
      if (frame.seq <= this.last) return;
      this.last = frame.seq;
      this.messages = [...this.messages, frame];
    } else if (frame.type === "table") {
      this.table = frame.table;
    } else if (frame.type === "view") {
      if (frame.ask !== this.ask) this.refusal = null;
      this.ask = frame.ask;
      this.canUndo = frame.undo;
      this.view = frame.view as V;
    }
  }

  // Asking the rules. These change nothing.

  /** Which clicks may follow these ones, or the answer they make. */
  walk = (nation: string, clicks: string[] = []) => this.socket.send<Walked>("walk", { ask: this.ask, nation, clicks });
  /** The menu of the next part of an answer in parts. */
  part = (nation: string, chosen: unknown[] = []) => this.socket.send<NextPart>("part", { ask: this.ask, nation, chosen });
  /** What the rules would say to an answer. */
  check = (nation: string, choice: unknown) => this.socket.send<Checked>("check", { ask: this.ask, nation, choice });
  /** What a game can compute about an answer, partial or not (odds of the attack it makes, and the like). */
  odds = <T>(nation: string, choice: unknown) => this.socket.send<T>("odds", { ask: this.ask, nation, choice });

  /** What the strongest bot would do, and how the game may end: by what this seat may know. */
  hint = (nation = "") => this.socket.send<Hint>("hint", { ask: this.ask, nation });
  estimate = () => this.socket.send<Prospect>("estimate", { ask: this.ask });

  // Deciding

  /** Give an answer. It is kept in the browser until the server has it, and counts once however often it is sent. */
  async answer(nation: string, choice: unknown): Promise<boolean> {
    const kept = { ask: this.ask, nation, choice, key: newKey() };
    const what = this.view?.waiting.what ?? "";
    this.remember(kept);
    const taken = await this.deliver(kept);
    if (taken) {
      this.given.push({ nation, what, choice });
      this.undone = [];
    }
    return taken;
  }

  private async deliver(kept: Record<string, unknown>): Promise<boolean> {
    this.sending = true;
    try {
      await this.socket.send("answer", kept);
      this.refusal = null;
      return true;
    } catch (problem) {
      this.refusal = problem as Problem;
      return false;
    } finally {
      this.sending = false;
      this.remember(null);
    }
  }

  private get drawer() {
    return `sandtable.answer.${this.id}.${this.name}`;
  }

  private remember(kept: Record<string, unknown> | null) {
    if (kept) sessionStorage.setItem(this.drawer, JSON.stringify(kept));
    else sessionStorage.removeItem(this.drawer);
  }

  /** An answer that a reload cut off goes out again; if it was for an older question, the server says so. */
  private resend() {
    const kept = sessionStorage.getItem(this.drawer);
    if (kept) void this.deliver(JSON.parse(kept) as Record<string, unknown>);
  }

  private async command(name: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    try {
      await this.socket.send(name, fields);
      this.refusal = null;
      return true;
    } catch (problem) {
      this.refusal = problem as Problem;
      return false;
    }
  }

  async undo(): Promise<boolean> {
    const taken = await this.command("undo", { ask: this.ask });
    const last = taken && this.given.pop();
    if (last) this.undone = [...this.undone, last];
    return taken;
  }

  /** Whether what we took back can be given again: the same question must be open. */
  get canRedo(): boolean {
    const next = this.undone.at(-1);
    return !!next && this.view?.waiting.what === next.what && this.questions.some((question) => question.nation === next.nation);
  }

  async redo(): Promise<boolean> {
    const next = this.canRedo ? this.undone.at(-1)! : null;
    if (!next) return false;
    const later = this.undone.slice(0, -1);
    const taken = await this.answer(next.nation, next.choice);
    if (taken) this.undone = later;
    return taken;
  }

  throw = (faces: number[]) => this.command("throw", { ask: this.ask, faces, key: newKey() });
  askTakeback = (to_ask: number) => this.command("ask_takeback", { to_ask });
  replyTakeback = (agree: boolean) => this.command("reply_takeback", { agree });
  /** A standing answer: `choice`, or a policy of the game; policy `ask` takes it back. */
  declare = (nation: string, what: string, choice: unknown = null, policy = "") =>
    this.command("declare", { nation, what, choice, policy });
  chat = (text: string, to: "table" | "alliance" = "table") => this.command("chat", { text, to });
  concede = () => this.command("concede");
  draw = (agree: boolean) => this.command("draw", { agree });
  away = (bot = "default") => this.command("away", { bot });
  reclaim = () => this.command("reclaim");
  leave = () => this.command("leave");
  words = (words: string) => this.command("words", { words });

  // Plans among allies: talk at the table, heard by nobody else

  /** Put down what a nation may answer. `ready` says whether a sealed answer of it is still in. */
  draft = (nation: string, choice: unknown) => this.socket.send<{ ready: boolean }>("draft", { ask: this.ask, nation, choice });
  /** Suggest an answer to an ally. */
  propose = (nation: string, choice: unknown) => this.command("propose", { ask: this.ask, nation, choice });

  close() {
    this.socket.close();
  }
}
