// Written by web/write_types.py from the types of the server. Do not edit.
import type { AttackOdds, Waiting } from "./types";

/** The map page, the box in play, the open paragraphs of the rules and the decision at hand. */
export interface EchoesView {
  rules: number;
  turn: number;
  year: number;
  gold: boolean;
  points: number;
  fronts: Front[];
  leads: Record<string, number>;
  boxes: Record<string, [number, number]>;
  happened: string[];
  tides: number;
  tide_regions: string[];
  drawn: string;
  attacks: number;
  actions: number;
  special: string;
  bonus: number;
  barred: string[];
  reroll: boolean;
  steps: Step[];
  waiting: Waiting;
  result: Result | null;
}

/** A region: where the front stands, its marks, what it is worth, and what each side needs there. */
export interface Front {
  region: string;
  space: number;
  place: string;
  points: number;
  allied_marks: number;
  axis_marks: number;
  tide_used: boolean;
  attacked: number;
  allies: AttackOdds | null;
  axis: AttackOdds | null;
}

/** An open paragraph of the rulebook. `game` is the game's own state. */
export interface Step {
  step: "Step";
}

/** How a game ended: a stable name, one sentence, and what it is worth to each nation from 0 to 1. */
export interface Result {
  name: string;
  sentence: string;
  worth: Record<string, number>;
}

export interface AdvanceIgnored {
  event: "ew.no_advance";
  side: "allies" | "axis";
  region: string;
  capital: boolean;
  says: string;
}

export interface Advanced {
  event: "ew.advance";
  side: "allies" | "axis";
  region: string;
  space: number;
  says: string;
}

export interface Attacked {
  event: "ew.attack";
  side: "allies" | "axis";
  region: string;
  face: number;
  modifier: number;
  needed: number;
  says: string;
}

export interface BoxDrawn {
  event: "ew.box";
  box: string;
  half: string;
  again: boolean;
  says: string;
}

export interface Chosen {
  event: "ew.choice";
  text: string;
  says: string;
}

export interface CodeUsed {
  event: "ew.enigma";
  region: string;
  says: string;
}

export interface ConfidenceChecked {
  event: "ew.confidence";
  turn: number;
  points: number;
  at_most: number;
  face: number;
  says: string;
}

export interface ConflictDrawn {
  event: "ew.conflict";
  conflict: string;
  says: string;
}

export interface ConflictFought {
  event: "ew.conflict_fought";
  conflict: string;
  allies: number;
  axis: number;
  modifier: number;
  says: string;
}

export interface DieRolled {
  event: "ew.die";
  box: string;
  face: number;
  says: string;
}

export interface Granted {
  event: "ew.grant";
  grant: Grant;
  says: string;
}

/** The Allies receive attacks and actions; `only` with `bonus` is one special attack, `barred` regions may not be attacked this turn. */
export interface Grant {
  op: "grant";
  attacks: number;
  actions: number;
  only: string[];
  bonus: number;
  barred: string[];
}

export interface MarkIgnored {
  event: "ew.track_full";
  side: "allies" | "axis";
  track: string;
  says: string;
}

export interface NoAttack {
  event: "ew.no_attack";
  side: "allies" | "axis";
  region: string;
  says: string;
}

export interface Stopped {
  event: "ew.stop";
  attacks: number;
  actions: number;
  says: string;
}

export interface TideTurned {
  event: "ew.tide";
  region: string;
  use: string;
  left: number;
  says: string;
}

export interface TrackMarked {
  event: "ew.track";
  side: "allies" | "axis";
  track: string;
  lead: number;
  says: string;
}

export interface TurnBegan {
  event: "ew.turn";
  turn: number;
  year: number;
  says: string;
}

export interface WarEnded {
  event: "ew.end";
  result: string;
  points: number;
  sentence: string;
  says: string;
}

export type GameMenu = never;

export type GameEvent = AdvanceIgnored | Advanced | Attacked | BoxDrawn | Chosen | CodeUsed | ConfidenceChecked | ConflictDrawn | ConflictFought | DieRolled | Granted | MarkIgnored | NoAttack | Stopped | TideTurned | TrackMarked | TurnBegan | WarEnded;

export type View = EchoesView;
