/** The war as it is told: events one after the other with their dice, while the board follows; then the present. */
import type { EchoesView } from "../../api/echoes";
import { eventsOf, type Message, type ToldEvent } from "../../seat/sight";
import { BOXES, CONFLICTS, REGIONS, TURNS } from "./board";
import { desk } from "./desk.svelte";
import { lyingDice } from "./words";

/** Not told by the table: dice that lie there and can still be turned. They roll too, but nothing is written down yet. */
const LYING = "lying";

export interface Thrown {
  faces: { face: number; side: "allies" | "axis" | "fate" }[];
  label: string;
  /** How it went for the Allies. */
  went: "good" | "bad" | "";
}

export interface DiaryLine {
  text: string;
  heading: boolean;
  kind: string;
}

const PAUSES = { calm: { dice: 1100, word: 380 }, quick: { dice: 520, word: 140 }, instant: { dice: 0, word: 0 } };

/** The dice of an event, if any fell for it. */
export function diceOf(event: ToldEvent): Thrown | null {
  const side = event.side as "allies" | "axis";
  switch (event.event) {
    case "ew.attack": {
      const wins = Number(event.face) + Number(event.modifier) >= Number(event.needed);
      const bonus = Number(event.modifier) ? `+${String(event.modifier)}` : "";
      return {
        faces: [{ face: Number(event.face), side }],
        label: `${side === "axis" ? "Axis" : "Allies"} in ${String(event.region)}: ${String(event.face)}${bonus} ${wins ? "≥" : "<"} ${String(event.needed)}`,
        went: wins === (side === "allies") ? "good" : "bad",
      };
    }
    case "ew.conflict_fought": {
      const margin = Number(event.allies) - Number(event.axis) + Number(event.modifier);
      return {
        faces: [{ face: Number(event.allies), side: "allies" }, { face: Number(event.axis), side: "axis" }],
        label: "Major conflict",
        went: margin > 0 ? "good" : margin < 0 ? "bad" : "",
      };
    }
    case "ew.box": {
      const box = BOXES[String(event.box)];
      return box ? { faces: [{ face: box.table, side: "fate" }, { face: box.die, side: "fate" }], label: box.title, went: "" } : null;
    }
    case "ew.conflict": {
      const conflict = CONFLICTS[String(event.conflict)];
      return conflict ? { faces: [{ face: conflict.die, side: "fate" }], label: conflict.title, went: "" } : null;
    }
    case "ew.die":
      return { faces: [{ face: Number(event.face), side: "fate" }], label: BOXES[String(event.box)]?.title ?? "", went: "" };
    case LYING:
      return { faces: event.dice as Thrown["faces"], label: "", went: "" };
    case "ew.confidence":
      return Number(event.face) ? { faces: [{ face: Number(event.face), side: "fate" }], label: "Confidence", went: "" } : null;
    default:
      return null;
  }
}

/** A view after one more event; the odds follow when all is told. */
function after(view: EchoesView, event: ToldEvent): EchoesView {
  switch (event.event) {
    case "ew.turn": {
      const turn = TURNS.find((one) => one.number === event.turn);
      return { ...view, turn: Number(event.turn), year: Number(event.year), gold: turn?.gold ?? false, drawn: "" };
    }
    case "ew.box":
      return { ...view, drawn: String(event.box) };
    case "ew.conflict":
      return { ...view, drawn: String(event.conflict) };
    case "ew.advance": {
      const space = Number(event.space);
      const fronts = view.fronts.map((front) => {
        const place = REGIONS[front.region]?.spaces[space];
        return front.region === event.region && place ? { ...front, space, place: place.name, points: place.points } : front;
      });
      return { ...view, fronts, points: fronts.reduce((sum, front) => sum + front.points, 0) };
    }
    case "ew.track":
      return { ...view, leads: { ...view.leads, [String(event.track)]: Number(event.lead) } };
    case "ew.tide":
      return { ...view, tides: Number(event.left), tide_regions: [...view.tide_regions, String(event.region)] };
    default:
      return view;
  }
}

const lineOf = (event: ToldEvent): DiaryLine => ({ text: event.says, heading: event.event === "ew.turn", kind: event.event });

export class Telling {
  /** What the board shows: the present, or on the way to it. */
  shown = $state.raw<EchoesView | null>(null);
  diary = $state.raw<DiaryLine[]>([]);
  /** The dice of the event that is being told. */
  dice = $state.raw<Thrown | null>(null);
  /** All dice since the last decision. */
  thrown = $state.raw<Thrown[]>([]);
  /** Which half of the drawn box is carried out. */
  half = $state("event");
  telling = $state(false);
  /** What happened last, for those who listen. */
  spoken = $state("");

  private seen = 0;
  private queue: ToldEvent[] = [];
  private latest: EchoesView | null = null;
  private timer = 0;

  /** Take in what has come from the table. */
  take(messages: Message[], view: EchoesView | null) {
    if (!view) return;
    const first = this.latest === null;
    for (const message of messages.slice(this.seen)) {
      if (message.kind === "undone" || message.kind === "taken_back") this.strike(Number(message.body.events ?? 0));
      else for (const event of eventsOf(message)) this.queue.push(event);
    }
    this.seen = messages.length;
    const changed = this.latest !== view;
    const dice = lyingDice(view);
    if (changed && !first && dice.length && JSON.stringify(view.steps) !== JSON.stringify(this.latest?.steps)) this.queue.push({ event: LYING, says: "", dice });
    this.latest = view;
    if (first || desk.pace === "instant") this.skip();
    else if (this.queue.length) this.begin();
    else if (changed && !this.telling) this.shown = view;
  }

  private strike(events: number) {
    this.skip();
    if (events) this.diary = this.diary.slice(0, -events);
    this.thrown = [];
  }

  private begin() {
    if (this.telling) return;
    this.telling = true;
    this.thrown = [];
    this.next();
  }

  private next() {
    const event = this.queue[0]; // it stays there until it is told, so that a skip tells it too
    if (!event) return this.finish();
    const pauses = PAUSES[desk.pace];
    this.dice = diceOf(event);
    const tell = () => {
      this.queue.shift();
      this.apply(event);
      this.timer = window.setTimeout(() => this.next(), pauses.word);
    };
    if (this.dice) this.timer = window.setTimeout(tell, pauses.dice);
    else tell();
  }

  private apply(event: ToldEvent) {
    if (event.event === LYING) return;
    if (event.event === "ew.box") this.half = String(event.half);
    if (event.event === "ew.turn") this.thrown = [];
    if (this.dice) this.thrown = [...this.thrown, this.dice];
    this.diary = [...this.diary, lineOf(event)];
    this.spoken = event.says;
    if (this.shown) this.shown = after(this.shown, event);
  }

  /** Tell the rest at once. */
  skip() {
    clearTimeout(this.timer);
    const rest = this.queue.filter((event) => event.event !== LYING);
    this.queue = [];
    if (rest.length) {
      const box = rest.findLast((event) => event.event === "ew.box");
      if (box) this.half = String(box.half);
      const turn = rest.findLastIndex((event) => event.event === "ew.turn");
      const dice = rest.slice(turn + 1).map(diceOf).filter((one) => one !== null);
      this.thrown = turn >= 0 ? dice : [...this.thrown, ...dice];
      this.diary = [...this.diary, ...rest.map(lineOf)];
      this.spoken = rest.slice(-3).map((event) => event.says).join(" ");
    }
    this.finish();
  }

  private finish() {
    this.telling = false;
    this.dice = null;
    this.shown = this.latest;
  }

  close() {
    clearTimeout(this.timer);
  }
}
