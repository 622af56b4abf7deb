// Written by web/write_types.py from the types of the server. Do not edit.
import type { Bag, Waiting } from "./types";

/** The whole board, and the decision at hand for this seat. */
export interface View {
  theatre: string;
  options: Record<string, string | number | boolean>;
  seat: string[];
  round: number;
  acting: string;
  phase: string;
  powers: Record<string, PowerView>;
  control: Record<string, string>;
  held: Record<string, string>;
  neutrals: Record<string, string>;
  units: Record<string, Stack[]>;
  facilities: Record<string, Facility[]>;
  bought: Record<string, number>;
  placed: Record<string, number>;
  strikes: string[];
  just_hostile: string[];
  hostile_at_start: string[];
  kamikazes: number;
  deeds: Record<string, number>;
  cities: Record<string, number>;
  winner: string;
  battle: BattleView | null;
  waiting: Waiting;
}

/** A power as everyone sees it. */
export interface PowerView {
  name: string;
  side: string;
  treasury: number;
  production: number;
  at_war_with: string[];
  turns: number;
}

/** So many units that are alike in everything that a later rule can tell apart. */
export interface Stack {
  owner: string;
  kind: string;
  n?: number;
  hits?: number;
  left?: number;
  acted?: number;
  came?: string;
  role?: string;
  home?: string;
  cargo?: Cargo[];
  via?: string[];
}

/** A unit aboard a ship. `now`: it was loaded this turn; `land`: it is to land in the assault under way. */
export interface Cargo {
  owner: string;
  kind: string;
  now?: boolean;
  land?: boolean;
}

/** A complex or a base in a territory, with its damage. */
export interface Facility {
  kind: string;
  damage?: number;
}

/** The battle under way: where, by whom, in which round, and what both sides would roll now, in pips (expected hits times six). */
export interface BattleView {
  space: string;
  attacker: string;
  round: number;
  attack: number;
  defense: number;
}

/** The odds of a battle: chances of its ends, expected losses in IPCs, what a win most likely leaves to the attacker, and the answer that would follow. */
export interface Forecast {
  space: string;
  attacker: string;
  attackers: Record<string, number>;
  defenders: Record<string, number>;
  win: number;
  take: number;
  draw: number;
  loss: number;
  retreat: number;
  rounds: number;
  attacker_loss: number;
  defender_loss: number;
  left: Record<string, number>;
  exact: boolean;
  counter: Counter | null;
}

/** The strongest answer of one enemy: at most these units, each of which could reach the space in its next turn. */
export interface Counter {
  power: string;
  units: Record<string, number>;
  win: number;
}

/** A bag of units that do something together, where limits alone do not say what is legal. `final` judges a whole bag; `can_grow` whether a part of one can still become legal. */
export interface UnitBag {
  menu: "ax.units";
  rule: string;
  bag: Bag;
}

/** The losses of one side in one step, where not every choice of the right number is legal. */
export interface LossesBag {
  menu: "ax.losses";
  rule: string;
  bag: Bag;
}

/** A combat move, or that they are all made. */
export interface CombatMoves {
  menu: "ax.combat_moves";
  rule: string;
  power: string;
}

/** AA-KAMI-05, AA-KAMI-07: for every zone how many strikes on which ship; all of it before any die. */
export interface KamikazeMenu {
  menu: "ax.kamikaze_menu";
  rule: string;
  zones: [string, string[]][];
  tokens: number;
}

/** Where, and which of the new units; done when nothing more can be placed. */
export interface MobilizeMenu {
  menu: "ax.mobilize_menu";
  rule: string;
  power: string;
}

/** A noncombat move, or that they are all made. */
export interface NoncombatMoves {
  menu: "ax.noncombat_moves";
  rule: string;
  power: string;
  turned_away: string[];
}

/** A purchase with upgrades, which demand repairs in the same bag. */
export interface PurchaseBag {
  menu: "ax.purchase";
  rule: string;
  bag: Bag;
}

/** A unit more in a space, or no more. */
export interface BidMenu {
  menu: "ax.bid_menu";
  rule: string;
  places: [string, string[]][];
}

/** One of these ways, space by space. */
export interface Ways {
  menu: "ax.ways";
  rule: string;
  ways: string[][];
}

export interface BattleBegan {
  event: "ax.battle";
  space: string;
  attacker: string;
  attackers: [string, number][];
  defenders: [string, string, number][];
  says: string;
}

export interface BattleOver {
  event: "ax.battle_over";
  space: string;
  verdict: string;
  says: string;
}

export interface Bombed {
  event: "ax.bombed";
  place: string;
  what: string;
  damage: number;
  total: number;
  says: string;
}

export interface BonusPaid {
  event: "ax.bonus";
  power: string;
  ipcs: number;
  says: string;
}

export interface Bought {
  event: "ax.bought";
  power: string;
  units: [string, number][];
  cost: number;
  left: number;
  says: string;
}

export interface Consent {
  event: "ax.consent";
  host: string;
  guest: string;
  agreed: boolean;
  says: string;
}

export interface ControlChanged {
  event: "ax.control";
  place: string;
  by: string;
  to: string;
  before: string;
  how: string;
  says: string;
}

export interface ConvoysDisrupted {
  event: "ax.convoys";
  power: string;
  zone: string;
  faces: number[];
  rolled: number;
  says: string;
}

export interface Fired {
  event: "ax.fired";
  space: string;
  who: string;
  what: string;
  faces: number[];
  hits: number;
  expected: number;
  needs: [number, number][];
  says: string;
}

export interface GameWon {
  event: "ax.won";
  side: string;
  how: string;
  says: string;
}

export interface IncomeCollected {
  event: "ax.income";
  power: string;
  production: number;
  bonus: number;
  lost: number;
  treasury: number;
  says: string;
}

export interface Intercepted {
  event: "ax.intercepted";
  power: string;
  place: string;
  number: number;
  says: string;
}

export interface KamikazesFlown {
  event: "ax.kamikazes";
  zone: string;
  targets: [string, number][];
  left: number;
  says: string;
}

export interface Mobilized {
  event: "ax.mobilized";
  power: string;
  place: string;
  units: [string, number][];
  says: string;
}

export interface Moved {
  event: "ax.moved";
  power: string;
  units: [string, number][];
  path: string[];
  purpose: string;
  cargo: [string, number][];
  target: string;
  says: string;
}

export interface NeutralJoined {
  event: "ax.neutral";
  place: string;
  side: string;
  army: number;
  says: string;
}

export interface NeutralsLean {
  event: "ax.neutrals";
  side: string;
  says: string;
}

export interface ObjectiveMet {
  event: "ax.objective";
  power: string;
  title: string;
  ipcs: number;
  says: string;
}

export interface Plundered {
  event: "ax.plunder";
  by: string;
  victim: string;
  ipcs: number;
  says: string;
}

export interface Recalled {
  event: "ax.recalled";
  power: string;
  place: string;
  says: string;
}

export interface Refunded {
  event: "ax.refunded";
  power: string;
  units: [string, number][];
  ipcs: number;
  says: string;
}

export interface Repaired {
  event: "ax.repaired";
  power: string;
  place: string;
  what: string;
  points: number;
  says: string;
}

export interface Rescued {
  event: "ax.rescued";
  power: string;
  units: [string, number][];
  place: string;
  says: string;
}

export interface Retreated {
  event: "ax.retreated";
  power: string;
  space: string;
  to: string;
  says: string;
}

export interface Scrambled {
  event: "ax.scrambled";
  power: string;
  base: string;
  zone: string;
  units: [string, number][];
  says: string;
}

export interface ShipRepaired {
  event: "ax.ship_repaired";
  power: string;
  place: string;
  units: [string, number][];
  says: string;
}

export interface Submerged {
  event: "ax.submerged";
  power: string;
  zone: string;
  number: number;
  says: string;
}

export interface TurnBegan {
  event: "ax.turn";
  power: string;
  round: number;
  says: string;
}

export interface UnitsLost {
  event: "ax.lost";
  space: string;
  losses: [string, string, number][];
  damaged: [string, string, number][];
  why: string;
  says: string;
}

export interface WarDeclared {
  event: "ax.war";
  power: string;
  on: string;
  unprovoked: boolean;
  says: string;
}

export type GameMenu = UnitBag | LossesBag | CombatMoves | KamikazeMenu | MobilizeMenu | NoncombatMoves | PurchaseBag | BidMenu | Ways;

export type GameEvent = BattleBegan | BattleOver | Bombed | BonusPaid | Bought | Consent | ControlChanged | ConvoysDisrupted | Fired | GameWon | IncomeCollected | Intercepted | KamikazesFlown | Mobilized | Moved | NeutralJoined | NeutralsLean | ObjectiveMet | Plundered | Recalled | Refunded | Repaired | Rescued | Retreated | Scrambled | ShipRepaired | Submerged | TurnBegan | UnitsLost | WarDeclared;
