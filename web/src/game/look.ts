/**
 * What a game adds to the game screen. Each game exports one `look` from games/<game>/index.ts; the screen does the
 * rest. Everything but `game`, `title`, `nations` and `status` may be left out.
 */
import type { Component } from "svelte";
import type { Question } from "../api/types";
import type { AreaMark, Arrow, Marker, NationLook, Stack } from "../map/types";
import type { AnyView, Sight, ToldEvent } from "../seat/sight";
import type { Seat } from "../seat/seat.svelte";
import type { Desk } from "./desk.svelte";

/** The line at the top: where the war stands. */
export interface Status {
  round: string;
  phase: string;
  /** The nation whose turn it is, if one has. */
  acting?: string;
}

/** A figure of a nation in the strip of powers. */
export interface Fact {
  /** Name of a symbol in shared/icons.ts. */
  icon: string;
  value: string | number;
  /** What it is, and what it is made of: shown on hover, focus and to screen readers. */
  title: string;
  tone?: "good" | "bad" | "warn";
}

export interface Layer<V extends AnyView> {
  id: string;
  name: string;
  /** Whether it is on when the screen opens. */
  on?: boolean;
  /** What it says about areas; called again with every view. */
  marks(view: V, sight: Sight<V>): AreaMark[];
}

/** What stands in an area, for its card. */
export interface AreaFacts {
  lines: { label: string; value: string; rule?: string }[];
}

export interface MapLook<V extends AnyView> {
  /** The built map: /maps/<name>.topo.json. */
  name: string;
  /** Which nation controls which area; areas that are not named stay neutral. */
  control(view: V): Record<string, string>;
  stacks(view: V): Stack[];
  markers?(view: V): Marker[];
  /** The areas to show at first. */
  home?(view: V, nations: string[]): string[];
  layers?: Layer<V>[];
  /** Arrows that stand whatever is being decided: executed moves, orders of allies. */
  arrows?(view: V, sight: Sight<V>): Arrow[];
  card?(view: V, area: string): AreaFacts;
}

/** The battle that an area suggests: who could fight there now. A start for somebody who wants to know the odds. */
export interface Suggested {
  attackers: Record<string, number>;
  defenders: Record<string, number>;
  terrain: "land" | "sea";
  /** What was taken for the attacker. */
  says: string;
}

export interface PanelProps<V extends AnyView> {
  desk: Desk<V>;
  seat: Seat<V>;
  question: Question;
}

export interface SheetProps<V extends AnyView> {
  desk: Desk<V>;
}

/** A slide-over beside the map: objectives, order book, production, standing orders. */
export interface Sheet<V extends AnyView> {
  id: string;
  name: string;
  icon: string;
  /** One letter that opens it. */
  key?: string;
  component: Component<SheetProps<V>>;
  /** Whether it is of use now; always if left out. */
  when?(view: V): boolean;
}

/** A battle that is over, as it was told from its beginning to its end. */
export interface ToldBattle {
  area: string;
  title: string;
  sides: { name: string; forces: { nation: string; units: { glyph: string; count: number; label: string }[] }[] }[];
  rolls: { nations: string[]; who: string; faces: string[]; /** How many of them, in their order, hit on which number or less. */ needs?: [number, number][]; /** None where dice hit nothing, as in raids. */ hits: number | null; expected: number }[];
  /** Sentences about losses and spoils; the last says how it ended. */
  ends: string[];
}

/** The battle, over the map. */
export interface BattleLook<V extends AnyView> {
  /** The one that is fought, by name, if one is. */
  battle(view: V): string | undefined;
  title(view: V): string;
  component: Component<SheetProps<V>>;
  /** Whether a battle begins or ends with an event, for those that nobody was asked in. */
  moment?(event: ToldEvent): "begins" | "ends" | null;
  /** Such a battle, from its events and the view before them. */
  told?(events: ToldEvent[], before: V): ToldBattle | null;
  /** A die of it; a number in a square if left out. */
  die?: Component<{ face: string }>;
}

/** A line of the log. */
export interface LogLine {
  text: string;
  /** Areas to highlight and to jump to. */
  areas?: string[];
  nation?: string;
  kind?: "battle" | "move" | "money" | "politics" | "turn" | "dice";
  /** A heading between lines, such as the beginning of a turn. */
  heading?: boolean;
}

export interface TutorialStep {
  text: string;
  /** A CSS selector of what to point at. */
  at?: string;
  /** Goes on by itself as soon as this holds. */
  until?(desk: unknown): boolean;
}

export interface GameLook<V extends AnyView = AnyView> {
  game: string;
  title: string;
  /** One line for cards: players, length. */
  about?: string;
  nations: Record<string, NationLook>;
  status(view: V): Status;
  /** The whole screen in place of the map screen (a solitaire desk). */
  screen?: Component<{ sight: Sight<V>; seat: Seat<V> | null }>;
  map?: MapLook<V>;
  /** How people call what a click names; falls back to the names of the server, then to the word itself. */
  label?(word: string): string;
  /** An answer to the question `what` in a sentence, where its parts one after the other would not be understood. */
  says?(what: string, choice: unknown, words: (part: unknown) => string): string | null;
  /** What else people call it, for the command line: short names, cities. */
  aliases?(word: string): string[];
  /** The glyph of a click in menus (a unit, a resource). */
  glyph?(word: string): string | undefined;
  /** Panels for questions: by `waiting.what` or the longest beginning of it; the generic controls for all others. */
  panels?: Record<string, Component<PanelProps<V>>>;
  facts?(view: V, nation: string): Fact[];
  /** Nations in the order of the strip; else the order of `nations`. */
  order?(view: V): string[];
  sheets?: Sheet<V>[];
  overlay?: BattleLook<V>;
  /** For the odds of an area (key B). */
  battle?(desk: Desk<V>, area: string): Promise<Suggested>;
  log?(event: ToldEvent): LogLine | null;
  /** What is left undone, before the player says that a phase is over. */
  undone?(view: V, nations: string[]): string[];
  /** What a question marks in history: the beginning of a turn or round, or a battle. */
  moment?(what: string): "turn" | "battle" | null;
  /** What the prompt says instead of the server's sentence. */
  prompt?(view: V, question: Question | null): string | null;
  /** The clauses that govern a question, for the key R. */
  tutorial?: TutorialStep[];
}
