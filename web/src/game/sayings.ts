/** What can be said in the command line beside answers: questions about the board, and the keys as words. */
import type { AnyView } from "../seat/sight";
import type { Desk } from "./desk.svelte";
import { entries } from "./log";
import { listed, named, plain, type Reader } from "./typing";

export interface Said {
  text: string;
  rule?: string;
  tone?: "bad" | "warn" | "good";
}

/** What the screen does for the command line. */
export interface Hands {
  odds(area: string): void;
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
  help(): void;
}

interface Saying {
  word: string;
  /** What follows the word, for the list of them: an area, a unit, words. */
  after?: "area" | "unit" | "words";
  does: string;
  run(rest: string): Promise<Said[]> | Said[];
}

const bad = (text: string): Said[] => [{ text, tone: "bad" }];

export function sayings<V extends AnyView>(desk: Desk<V>, hands: Hands, reader: () => Reader | null): Saying[] {
  const areas = () => [...(desk.atlas?.regions.keys() ?? [])];
  const names = (area: string) => [desk.label(area), ...(desk.look.aliases?.(area) ?? [])];
  const nation = (id: string) => desk.look.nations[id]?.name ?? id;

  function area(rest: string, then: (area: string) => Promise<Said[]> | Said[]): Promise<Said[]> | Said[] {
    const { found } = named(rest, areas(), names);
    if (!rest) return bad("Say which area.");
    if (!found.length) return bad(`There is no area “${rest}” on the map.`);
    if (found.length > 1) return bad(`“${rest}” can mean ${listed(found.map(desk.label))}.`);
    return then(found[0]!);
  }

  const stacks = () => (desk.view && desk.look.map ? desk.look.map.stacks(desk.view) : []);

  function describe(id: string): Said[] {
    const holder = desk.view && desk.look.map?.control(desk.view)[id];
    const units = stacks().filter((stack) => stack.area === id).map((stack) => `${nation(stack.nation)}: ${stack.groups.map((group) => group.label).join(", ")}`);
    const facts = (desk.view && desk.look.map?.card?.(desk.view, id)?.lines) || [];
    return [
      { text: [`${desk.label(id)}${holder ? `, held by ${nation(holder)}` : ""}`, ...units, ...facts.map((line) => `${line.label}: ${line.value}`)].join("; ") + "." },
      { text: `Beside it: ${desk.atlas?.beside(id).map(desk.label).join(", ") || "nothing"}.` },
    ];
  }

  function where(rest: string): Said[] {
    if (!rest) return bad("Say which units.");
    const word = plain(rest);
    const counts = (label: string) => plain(label.replace(/^\d+\s*/, "")).split(" ").some((part) => part.startsWith(word.replace(/s$/, "")));
    const found = stacks().flatMap((stack) => {
      const groups = stack.groups.filter((group) => counts(group.label));
      return groups.length ? [{ stack, text: `${desk.label(stack.area)}: ${groups.map((group) => group.label).join(", ")}` }] : [];
    });
    const own = found.filter(({ stack }) => desk.sight.nations.includes(stack.nation));
    const shown = own.length ? own : found;
    if (!shown.length) return [{ text: `There are no units called “${rest}” on the map.` }];
    desk.pointed = [...new Set(shown.map(({ stack }) => stack.area))];
    const by = [...new Set(shown.map(({ stack }) => stack.nation))];
    return by.map((id) => ({ text: `${nation(id)}: ${shown.filter(({ stack }) => stack.nation === id).map(({ text }) => text).join("; ")}.` }));
  }

  /** What the layer of threats says about an area; it may have to be asked for first. */
  async function threat(id: string): Promise<Said[]> {
    const layer = desk.look.map?.layers?.find((one) => one.id === "threats");
    if (!layer || !desk.view) {
      hands.odds(id);
      return [{ text: `The odds of a battle in ${desk.label(id)} are open.` }];
    }
    desk.layers[layer.id] = true;
    for (let wait = 0; wait < 20; wait++) {
      const marks = layer.marks(desk.view, desk.sight);
      const mark = marks.find((one) => one.area === id);
      if (mark) return [{ text: `${desk.label(id)}: ${mark.title ?? ""}${mark.text ? `; chance to win: ${mark.text}` : ""}.` }];
      if (marks.length) break;
      await new Promise((done) => setTimeout(done, 100));
    }
    return [{ text: `Nobody is seen to threaten ${desk.label(id)}.` }];
  }

  function last(): Said[] {
    const all = entries(desk.sight.messages, desk.look).filter((entry) => !entry.chat);
    const headings = all.flatMap((entry, at) => (entry.heading ? [at] : []));
    const from = headings.at(-2) ?? 0;
    return all.slice(from).slice(-30).map((entry) => ({ text: entry.text }));
  }

  async function why(rest: string): Promise<Said[]> {
    const found = await reader()?.read(rest, true);
    if (!found) return bad("Nothing is asked of you now.");
    if (found.refusal) return [{ text: found.refusal.sentence, rule: found.refusal.rule, tone: "warn" }];
    if (!found.complete) return [{ text: "So far nothing speaks against it." }];
    const question = desk.seat?.question;
    const checked = question && (await desk.seat!.check(question.nation, found.answer));
    if (checked?.refusal) return [{ text: checked.refusal.sentence, rule: checked.refusal.rule, tone: "warn" }];
    return [{ text: "Nothing speaks against it." }, ...(checked?.doubts ?? []).map((doubt): Said => ({ text: doubt.sentence, rule: doubt.rule, tone: "warn" }))];
  }

  async function say(text: string, to: "table" | "alliance"): Promise<Said[]> {
    if (!desk.seat) return bad("Watchers listen and do not speak.");
    return text && (await desk.seat.chat(text, to)) ? [{ text: "Said." }] : bad("Nothing was said.");
  }

  const done = async (what: Promise<boolean>, yes: string, no: string): Promise<Said[]> => ((await what) ? [{ text: yes, tone: "good" }] : bad(desk.seat?.refusal?.message ?? no));

  const known: Saying[] = [
    { word: "help", does: "these words", run: () => [...all.map(({ word, after, does }): Said => ({ text: `${word}${after ? ` ${after === "words" ? "…" : after.toUpperCase()}` : ""}: ${does}` })), { text: "Anything else answers the prompt: names of what you want, each with the number before it; “all” takes all there are." }] },
    { word: "keys", does: "the keys of the screen", run: () => (hands.help(), []) },
    { word: "look", after: "area", does: "what stands in an area, and what lies beside it", run: (rest) => area(rest, describe) },
    { word: "go", after: "area", does: "show an area on the map", run: (rest) => area(rest, (id) => (desk.map?.show([id], false), (desk.focused = id), describe(id))) },
    { word: "where", after: "unit", does: "where units stand", run: where },
    { word: "odds", after: "area", does: "the odds of a battle there", run: (rest) => area(rest, (id) => (hands.odds(id), [{ text: `The odds of a battle in ${desk.label(id)} are open.` }])) },
    { word: "threat", after: "area", does: "who could attack it, and how that would end", run: (rest) => area(rest, threat) },
    { word: "last", does: "what happened in the last turn", run: last },
    { word: "why", after: "words", does: "what the rules say to an answer, without giving it", run: why },
    { word: "rule", does: "the clause of the prompt", run: () => (desk.seat?.question?.menu.rule ? [{ text: desk.view?.waiting.prompt ?? "", rule: desk.seat.question.menu.rule }] : bad("No clause governs this moment.")) },
    { word: "undo", does: "take your last answer back", run: () => done(hands.undo(), "Taken back.", "There is nothing to take back.") },
    { word: "redo", does: "give it again", run: () => done(hands.redo(), "Done again.", "There is nothing to do again.") },
    { word: "ready", does: "the button of the prompt", run: () => (desk.hold?.primary?.() ? [{ text: "Sent.", tone: "good" }] : bad("There is nothing to send yet.")) },
    { word: "say", after: "words", does: "to all at the table", run: (rest) => say(rest, "table") },
    { word: "allies", after: "words", does: "to your allies", run: (rest) => say(rest, "alliance") },
  ];
  // without a map there are no areas to speak of
  const all = desk.look.map ? known : known.filter(({ after }) => after !== "area" && after !== "unit");
  return all;
}
