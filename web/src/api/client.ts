/** Calls to the server. A problem becomes an error with one sentence for the person. */
import type { NewTable, NewTableCard, GameCard, ProblemBody, TableCard } from "./types";

export const PREFIX = "/api/v1";

export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  /** The clause of the ledger, if the rules refuse. */
  readonly rule: string;
  readonly body: Partial<ProblemBody> & Record<string, unknown>;

  constructor(body: Partial<ProblemBody> & Record<string, unknown>) {
    super(body.detail ?? body.title ?? "Something went wrong.");
    this.name = "Problem";
    this.status = body.status ?? 0;
    this.title = body.title ?? "";
    this.rule = body.rule ?? "";
    this.body = body;
  }
}

export const OFFLINE = "The server cannot be reached just now.";

/** What went wrong, as a sentence. */
export function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

type Query = Record<string, string | number | boolean | undefined>;

export async function call<T>(method: string, path: string, body?: unknown, query?: Query): Promise<T> {
  const found = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const search = found.length ? "?" + new URLSearchParams(found.map(([name, value]) => [name, String(value)])) : "";
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Sandtable"] = "1";
  let sent: string | undefined;
  if (typeof body === "string") {
    headers["Content-Type"] = "text/plain";
    sent = body;
  } else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    sent = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(PREFIX + path + search, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new Problem({ status: 0, title: "Offline", detail: OFFLINE });
  }
  const type = answer.headers.get("content-type") ?? "";
  const content: unknown = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) {
    if (typeof content === "object" && content) throw new Problem(content as ProblemBody & Record<string, unknown>);
    throw new Problem({ status: answer.status, title: "Problem", detail: `The server answered with ${answer.status}.` });
  }
  return content as T;
}

export const get = <T>(path: string, query?: Query) => call<T>("GET", path, undefined, query);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown) => call<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, body);
export const remove = <T>(path: string) => call<T>("DELETE", path);

/** A key that makes it safe to send an answer again. */
export const newKey = () => crypto.randomUUID().replaceAll("-", "");

export const makeTable = (wanted: NewTable) => post<NewTableCard>("/tables", wanted);
export const tableOf = (id: string) => get<TableCard>(`/tables/${id}`);

const cards = new Map<string, Promise<GameCard>>();

/** What a game is called, its scenarios, options and bots, and the labels of its clicks. Asked for once. */
export function gameCard(name: string): Promise<GameCard> {
  let known = cards.get(name);
  if (!known) {
    known = get<GameCard>(`/games/${name}`);
    known.catch(() => cards.delete(name));
    cards.set(name, known);
  }
  return known;
}
