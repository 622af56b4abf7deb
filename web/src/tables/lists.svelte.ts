/** Lists of tables, a page at a time. */
import { get, sentenceOf } from "../api/client";
import type { GameCard, TableCard, TableList } from "../api/types";

export type Status = "lobby" | "playing" | "over" | "any";
export interface Filter {
  status: Status;
  game?: string;
  archived?: boolean;
}

export class Tables {
  readonly path: "/tables" | "/me/tables";
  tables = $state.raw<TableCard[]>([]);
  next = $state("");
  read = $state(false);
  trouble = $state("");
  private latest = 0;

  constructor(path: "/tables" | "/me/tables") {
    this.path = path;
  }

  /** From the beginning, as many as are shown now. */
  async load(filter: Filter, limit = 20) {
    const turn = ++this.latest;
    try {
      const found = await get<TableList>(this.path, { ...filter, limit: Math.max(limit, Math.min(100, this.tables.length)) });
      if (turn !== this.latest) return;
      this.tables = found.tables;
      this.next = found.next;
      this.trouble = "";
    } catch (problem) {
      if (turn === this.latest) this.trouble = sentenceOf(problem);
    }
    this.read = true;
  }

  async more(filter: Filter) {
    try {
      const found = await get<TableList>(this.path, { ...filter, limit: 20, cursor: this.next });
      const known = new Set(this.tables.map((table) => table.id));
      this.tables = [...this.tables, ...found.tables.filter((table) => !known.has(table.id))];
      this.next = found.next;
    } catch (problem) {
      this.trouble = sentenceOf(problem);
    }
  }
}

let known: Promise<Map<string, GameCard>> | null = null;

/** The games that are played here, by name. */
export function games(): Promise<Map<string, GameCard>> {
  known ??= get<GameCard[]>("/games").then((found) => new Map(found.map((game) => [game.name, game])));
  known.catch(() => (known = null));
  return known;
}
