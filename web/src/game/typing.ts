/**
 * Playing by typing. The words of a line are followed through the menus of the server, click by click, just as a mouse
 * would: an option by its name, its code or the beginning of it; a number before it takes it as often.
 */
import { Problem } from "../api/client";
import type { Refusal } from "../api/types";
import type { Walked } from "../seat/seat.svelte";

/** What words can mean: names for clicks, and what the rules offer after some of them. */
export interface Tongue {
  /** What people call a click; the first name is the one to show. */
  names(click: string): string[];
  /** Everything the game has a name for, offered or not: so that the rules can say why not. */
  known(): string[];
  isArea(click: string): boolean;
  walk(clicks: string[]): Promise<Walked>;
}

/** How far a line could be followed. */
export interface Reading {
  clicks: string[];
  /** Set if the clicks are a whole answer. */
  answer?: unknown;
  complete: boolean;
  /** What can follow. */
  offered: string[];
  refusal: Refusal | null;
  /** What the words under the cursor could become, and where they begin in the line. */
  options: string[];
  from: number;
}

interface Word {
  text: string;
  from: number;
}

export const THAT_IS_ALL = "ok";
const FILLERS = new Set([">", "->", "→", "to", "from", "with", "and", "the", "a", "an", "in", "at", "of", "on", "x", "buy", "move", "build", "attack", "place", "take", "declare", "war", "bid", "send", "order"]);
const ALL = new Set(["all", "everything"]);
const LONGEST = 6; // words of a name
const MOST = 400; // clicks of a line

export const plain = (text: string) =>
  text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f.'’()]/g, "").replace(/[_,]/g, " ").replace(/\s+/g, " ").trim();

export function wordsOf(line: string): Word[] {
  return [...line.matchAll(/->|→|>|[^\s,;>→]+/g)].map((found) => ({ text: found[0], from: found.index }));
}

/** How well a phrase names a click: 0 not at all, 5 exactly. */
export function likeness(phrase: string, click: string, label: string): number {
  const wanted = plain(phrase);
  const name = plain(label);
  if (!wanted) return 0;
  if (wanted === plain(click) || wanted === name || wanted.replaceAll(" ", "") === click.toLowerCase()) return 5;
  if (new RegExp(`-${wanted.replace(/\W/g, "")}$`).test(click) && /^\d+$/.test(wanted)) return 5; // a Command by its number
  if (/^\d+$/.test(wanted)) return 0;
  const singular = wanted.replace(/(s|es)$/, "");
  if (singular.length > 2 && (singular === name || wanted.replace(/ies$/, "y") === name)) return 5;
  if (name.startsWith(wanted)) return 4;
  const [parts, names] = [wanted.split(" "), name.split(" ")];
  for (let start = 0; start + parts.length <= names.length; start++) {
    if (parts.every((part, at) => names[start + at]!.startsWith(part))) return start ? 2 : 3;
  }
  // `ftr` for fighter: the first letter and some more in their order
  if (parts.length === 1 && wanted.length >= 3 && /^[a-z]+$/.test(wanted) && names[0]![0] === wanted[0]) {
    let at = 0;
    for (const letter of names[0]!) if (letter === wanted[at]) at += 1;
    if (at === wanted.length) return 1;
  }
  return 0;
}

/** The clicks that a phrase names best. */
export function named(phrase: string, clicks: string[], names: Tongue["names"]): { found: string[]; score: number } {
  let score = 0;
  let found: string[] = [];
  for (const click of clicks) {
    const own = Math.max(...names(click).map((name) => likeness(phrase, click, name)));
    if (own > score) [score, found] = [own, [click]];
    else if (own && own === score) found.push(click);
  }
  // a name that is whole beats one of which it is the beginning: the plain fighter before the one with two moves left
  if (found.length > 1 && score === 5) {
    const exact = found.filter((click) => plain(click) === plain(phrase));
    if (exact.length === 1) found = exact;
  }
  return { found, score };
}

export const reason = (problem: unknown): Refusal =>
  problem instanceof Problem ? { sentence: problem.message, rule: problem.rule } : { sentence: String((problem as Error).message ?? problem), rule: "" };

export const listed = (names: string[], most = 6) => (names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", "));

export class Reader {
  private readonly seen = new Map<string, Promise<Walked>>();

  constructor(private readonly tongue: Tongue) {}

  private label = (click: string) => this.tongue.names(click)[0] ?? click;

  private walk(clicks: string[]): Promise<Walked> {
    const key = clicks.join("\n");
    let known = this.seen.get(key);
    if (!known) {
      known = this.tongue.walk(clicks);
      known.catch(() => this.seen.delete(key));
      this.seen.set(key, known);
    }
    return known;
  }

  /** Follow a line as far as it goes. `finish` says that it is all: whatever may be left open is closed. */
  async read(line: string, finish = false): Promise<Reading> {
    const words = wordsOf(line);
    let clicks: string[] = [];
    let here = await this.walk([]);
    /** Where the last phrase began, and what was offered there. */
    let last = { from: line.length, offered: here.clicks };
    let at = 0;
    const stop = (refusal: Refusal | null, from: number): Reading => ({ ...this.standing(clicks, here, line, last), refusal, from });
    try {
      while (at < words.length) {
        const from = words[at]!.from;
        const step = await this.phrase(words, at, clicks, here, line);
        if (step.filler) {
          at += 1;
          continue;
        }
        last = { from, offered: step.offered };
        if (step.refusal) return { ...stop(step.refusal, from), options: this.options(line.slice(from), step.offered) };
        clicks = step.clicks;
        here = await this.walk(clicks);
        at = step.next;
        if (clicks.length > MOST) return stop({ sentence: "That is more than a line can say.", rule: "" }, from);
      }
      for (let closed = 0; finish && !here.complete && here.clicks.includes(THAT_IS_ALL) && closed < 6; closed++) {
        clicks = [...clicks, THAT_IS_ALL];
        here = await this.walk(clicks);
      }
    } catch (problem) {
      return stop(reason(problem), last.from);
    }
    return this.standing(clicks, here, line, last);
  }

  private standing(clicks: string[], here: Walked, line: string, last: { from: number; offered: string[] }): Reading {
    const typing = line.length > 0 && !/[\s,>]$/.test(line);
    const options = typing ? this.options(line.slice(last.from), last.offered) : here.clicks;
    return { clicks, answer: here.complete ? here.answer : undefined, complete: here.complete, offered: here.clicks, refusal: null, options, from: typing ? last.from : line.length };
  }

  /** What may complete the words at the end; best first. */
  private options(typed: string, offered: string[]): string[] {
    const wanted = typed.replace(/^\d+\s+/, "");
    if (!wanted.trim()) return offered;
    const number = /^\d+$/.exec(wanted);
    if (number) return offered.filter((click) => click.startsWith(number[0]) || click.includes(`-${number[0]}`));
    const scored = offered.map((click) => [named(wanted, [click], this.tongue.names).score, click] as const).filter(([score]) => score);
    return scored.sort(([one], [other]) => other - one).map(([, click]) => click);
  }

  /** The next phrase: the longest run of words that names something on offer, maybe after saying that the part before is all. */
  private async phrase(words: Word[], at: number, clicks: string[], here: Walked, line: string): Promise<{ clicks: string[]; next: number; offered: string[]; refusal: Refusal | null; filler?: boolean }> {
    const first = words[at]!.text;
    const whole = named(first, here.clicks, this.tongue.names);
    if (FILLERS.has(first.toLowerCase()) && whole.score < 5) return { clicks, next: at + 1, offered: here.clicks, refusal: null, filler: true };
    let [taken, stand] = [clicks, here];
    let ambiguous: string[] = [];
    for (let closed = 0; closed < 6; closed++) {
      const all = await this.everything(words, at, taken, stand);
      if (all) return { ...all, offered: stand.clicks, refusal: null };
      const found = this.match(words, at, stand.clicks);
      if (found?.clicks.length === 1) {
        const more = Array.from({ length: found.count }, () => found.clicks[0]!);
        const refusal = await this.tooMany(taken, more);
        if (refusal) return { clicks, next: at, offered: stand.clicks, refusal };
        return { clicks: [...taken, ...more], next: found.next, offered: stand.clicks, refusal: null };
      }
      if (found && !ambiguous.length) ambiguous = found.clicks;
      if (stand.complete || !stand.clicks.includes(THAT_IS_ALL)) break;
      taken = [...taken, THAT_IS_ALL];
      stand = await this.walk(taken);
    }
    const offered = here.clicks;
    if (ambiguous.length) return { clicks, next: at, offered, refusal: { sentence: `“${first}” can mean ${listed(ambiguous.map(this.label))}.`, rule: "" } };
    return { clicks, next: at, offered, refusal: await this.whyNot(words, at, clicks, here, line) };
  }

  /** Where a number asks for more than there can be: the number that would do. One can be had, for it is on offer. */
  private async tooMany(taken: string[], more: string[]): Promise<Refusal | null> {
    const refused = (number: number): Promise<Refusal | null> =>
      this.walk([...taken, ...more.slice(0, number)]).then(() => null, (problem: unknown) => {
        if (problem instanceof Problem) return reason(problem);
        throw problem;
      });
    const refusal = more.length > 1 ? await refused(more.length) : null;
    if (!refusal) return null;
    let [most, many] = [1, more.length];
    while (many - most > 1) {
      const middle = (most + many) >> 1;
      if (await refused(middle)) many = middle;
      else most = middle;
    }
    return { sentence: `Choose 0 to ${most} of ${this.label(more[0]!)}, not ${more.length}.`, rule: refusal.rule };
  }

  /** `all`: everything that can be added, as long as it can. Areas are no such things. */
  private async everything(words: Word[], at: number, clicks: string[], here: Walked): Promise<{ clicks: string[]; next: number } | null> {
    if (!ALL.has(words[at]!.text.toLowerCase())) return null;
    const open = (stand: Walked) => stand.clicks.filter((click) => click !== THAT_IS_ALL && !this.tongue.isArea(click) && !/^\d+$/.test(click));
    const kinds = open(here);
    if (!kinds.length) return null;
    const after = words[at + 1] ? this.match(words, at + 1, kinds) : null;
    const wanted = after?.clicks.length === 1 ? after.clicks : kinds;
    let [taken, stand] = [clicks, here];
    for (const kind of wanted) {
      while (open(stand).includes(kind) && taken.length < MOST) {
        taken = [...taken, kind];
        stand = await this.walk(taken);
      }
    }
    return { clicks: taken, next: after?.clicks.length === 1 ? after.next : at + 1 };
  }

  private match(words: Word[], at: number, offered: string[]): { clicks: string[]; count: number; next: number } | null {
    const first = words[at]!.text;
    const multiplied = /^(\d+)x?$/i.exec(first);
    const direct = this.longest(words, at, offered);
    if (direct && (!multiplied || direct.score === 5)) return { ...direct, count: 1 };
    if (!multiplied || at + 1 >= words.length) return null;
    const counted = this.longest(words, at + 1, offered);
    return counted ? { ...counted, count: Math.min(MOST, Math.max(1, Number(multiplied[1]))) } : null;
  }

  private longest(words: Word[], at: number, offered: string[]): { clicks: string[]; next: number; score: number } | null {
    let best: { clicks: string[]; next: number; score: number } | null = null;
    for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length).map((word) => word.text).join(" ");
      const { found, score } = named(phrase, offered, this.tongue.names);
      if (found.length && (score === 5 || !best)) {
        const own = { clicks: found, next: at + length, score };
        if (score === 5) return own;
        best = own;
      }
    }
    return best;
  }

  /** Something of the game that is not on offer: the rules say why. Else what could be said. */
  private async whyNot(words: Word[], at: number, clicks: string[], here: Walked, line: string): Promise<Refusal> {
    const known = ALL.has(words[at]!.text.toLowerCase()) ? null : this.match(words, at, this.tongue.known());
    if (known?.clicks.length === 1 && !here.complete) {
      try {
        await this.tongue.walk([...clicks, ...Array.from({ length: known.count }, () => known.clicks[0]!)]);
      } catch (problem) {
        return this.inWords(reason(problem), [known.clicks[0]!, ...here.clicks]);
      }
    }
    const said = line.slice(words[at]!.from).trim();
    if (here.complete) return { sentence: `The answer is complete before “${said}”.`, rule: "" };
    return { sentence: `“${said}” is not on offer here. You can say: ${listed(here.clicks.map(this.label))}.`, rule: "" };
  }

  /** Names instead of the codes in which the rules think. */
  private inWords({ sentence, rule }: Refusal, clicks: string[]): Refusal {
    return { sentence: sentence.replace(/[a-z][\w-]*/g, (word) => (clicks.includes(word) || word.includes("_") || /\d/.test(word) ? this.label(word) : word)), rule };
  }
}
