/** The socket of a seat: opens again by itself, asks for what it missed, and sends again what was not answered. */
import { newKey, OFFLINE, post, PREFIX, Problem } from "./client";
import type { ProblemBody, TableCard } from "./types";

/** Something that happened at the table, numbered without gaps for its reader. */
export interface Message {
  type: "message";
  seq: number;
  /** Seconds since 1970. */
  at: number;
  kind: string;
  body: Record<string, unknown>;
}

export type Frame =
  | { type: "welcome"; seq: number; seat: string; missed: number; from: number }
  | Message
  | { type: "table"; seq: number; table: TableCard }
  | { type: "view"; seq: number; ask: number; undo: boolean; view: unknown }
  | { type: "ok"; seq: number; re: number; result: unknown }
  | { type: "refused"; seq: number; re: number; problem: ProblemBody & Record<string, unknown> };

export type Link = "opening" | "open" | "lost" | "closed";

interface Sent {
  command: Record<string, unknown>;
  /** Whether it may be sent again after the line was lost: questions always, changes only with a key. */
  again: boolean;
  keep: (result: unknown) => void;
  fail: (problem: Problem) => void;
}

export interface Handlers {
  frame(frame: Frame): void;
  link(link: Link, reason: string): void;
  /** The number of the last message that is known. */
  last(): number;
}

const PAUSES = [300, 800, 2000, 4000, 8000];
const SAFE = new Set(["walk", "part", "check", "odds"]);
/** Advice takes seconds, and nothing else should wait for it; so it is asked for beside the socket. */
const BESIDE = new Set(["hint", "estimate"]);

/** What carries commands to the rules and frames back: this socket, or an engine in the browser itself. */
export interface Line {
  send<T>(name: string, fields?: Record<string, unknown>): Promise<T>;
  close(): void;
}

export class SeatSocket implements Line {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Sent>();
  private number = 0;
  private tries = 0;
  private timer = 0;
  private done = false;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  private hurry = () => {
    if (!this.done && !document.hidden && (!this.socket || this.socket.readyState > WebSocket.OPEN)) this.open();
  };

  private open() {
    clearTimeout(this.timer);
    if (this.done) return;
    this.handlers.link(this.tries ? "lost" : "opening", "");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${PREFIX}${this.path}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ last_seq: this.handlers.last() }));
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      for (const frame of JSON.parse(String(event.data)) as Frame[]) this.take(frame);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.lost(event.code, event.reason);
    };
  }

  private take(frame: Frame) {
    if (frame.type === "welcome") {
      this.tries = 0;
      this.handlers.link("open", "");
      for (const [re, sent] of this.waiting) this.socket?.send(JSON.stringify({ ...sent.command, re }));
    } else if (frame.type === "ok" || frame.type === "refused") {
      const sent = this.waiting.get(frame.re);
      this.waiting.delete(frame.re);
      if (frame.type === "ok") sent?.keep(frame.result);
      else sent?.fail(new Problem(frame.problem));
      return;
    }
    this.handlers.frame(frame);
  }

  private lost(code: number, reason: string) {
    for (const [re, sent] of [...this.waiting]) {
      if (sent.again) continue;
      this.waiting.delete(re);
      sent.fail(new Problem({ status: 0, title: "Offline", detail: OFFLINE }));
    }
    if (this.done || code === 4403) {
      this.close(reason);
      return;
    }
    this.tries += 1;
    this.handlers.link("lost", reason);
    this.timer = window.setTimeout(() => this.open(), PAUSES[Math.min(this.tries, PAUSES.length) - 1]);
  }

  /** Send a command; resolves with its result, rejects with a `Problem`. */
  send<T>(name: string, fields: Record<string, unknown> = {}): Promise<T> {
    if (BESIDE.has(name)) return post<T>(this.path.replace(/socket$/, name), fields);
    const again = SAFE.has(name) || "key" in fields;
    return new Promise<T>((keep, reject) => {
      if (this.done) return reject(new Problem({ status: 0, title: "Closed", detail: "This seat is no longer open." }));
      const live = this.socket?.readyState === WebSocket.OPEN;
      if (!live && !again) return reject(new Problem({ status: 0, title: "Offline", detail: OFFLINE }));
      const re = ++this.number;
      const command = { do: name, ...fields };
      this.waiting.set(re, { command, again, keep: keep as (result: unknown) => void, fail: reject });
      if (live) this.socket?.send(JSON.stringify({ ...command, re }));
    });
  }

  close(reason = "") {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.handlers.link("closed", reason);
  }
}

export { newKey };
