/** Searching the clauses of all ledgers, in the browser: they are few thousand lines. */
import type { ClauseCard, Ledger } from "../api/types";

export interface Entry {
  game: string;
  clause: ClauseCard;
  /** All that is searched, in small letters. */
  haystack: string;
}

export function index(ledgers: Ledger[]): Entry[] {
  return ledgers.flatMap(({ game, clauses }) =>
    clauses.map((clause) => ({
      game,
      clause,
      haystack: `${clause.id} ${clause.text} ${clause.section} ${clause.where} ${clause.tag} ${clause.proven_by.length ? "proven" : "unproven"}`.toLowerCase(),
    })),
  );
}

export const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The clauses with all the words: names of clauses first, then whole words, then parts of words; else the book's order. */
export function search(entries: Entry[], text: string): Entry[] {
  const words = wordsOf(text);
  if (!words.length) return entries;
  const ranked: { entry: Entry; rank: number }[] = [];
  for (const entry of entries) {
    let rank = 0;
    const found = words.every((word) => {
      if (word === "proven" || word === "unproven") return entry.haystack.endsWith(` ${word}`);
      const at = entry.haystack.indexOf(word);
      if (at < 0) return false;
      if (entry.clause.id.toLowerCase().includes(word)) rank += 4;
      else if (new RegExp(`(^|[^a-z])${word.replace(/[^a-z0-9]/g, "\\$&")}([^a-z]|$)`).test(entry.haystack)) rank += 2;
      return true;
    });
    if (found) ranked.push({ entry, rank });
  }
  return ranked.sort((a, b) => b.rank - a.rank).map(({ entry }) => entry);
}

export interface Piece {
  kind: "text" | "em" | "strong" | "code" | "clause" | "ruling" | "mark";
  text: string;
}

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\b[A-Z]{2}-[A-Z]+-\d{2,}\b|\bR-?\d{1,2}\b)/;

/** A text of the ledger in pieces: emphasis, and names of clauses and rulings as links; words that were searched are marked. */
export function pieces(text: string, words: string[] = []): Piece[] {
  const found: Piece[] = [];
  for (const part of text.split(MARKS)) {
    if (!part) continue;
    if (part.startsWith("`")) found.push({ kind: "code", text: part.slice(1, -1) });
    else if (part.startsWith("**")) found.push({ kind: "strong", text: part.slice(2, -2) });
    else if (part.startsWith("*") && part.endsWith("*") && part.length > 2) found.push({ kind: "em", text: part.slice(1, -1) });
    else if (/^[A-Z]{2}-[A-Z]+-\d{2,}$/.test(part)) found.push({ kind: "clause", text: part });
    else if (/^R-?\d{1,2}$/.test(part)) found.push({ kind: "ruling", text: part });
    else found.push(...marked(part, words));
  }
  return found;
}

function marked(text: string, words: string[]): Piece[] {
  const sought = words.filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!sought.length) return [{ kind: "text", text }];
  return text
    .split(new RegExp(`(${sought.join("|")})`, "i"))
    .filter(Boolean)
    .map((part, at, all) => ({ kind: all.length > 1 && words.includes(part.toLowerCase()) ? "mark" : "text", text: part }) as Piece);
}
