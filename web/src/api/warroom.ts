// Written by web/write_types.py from the types of the server. Do not edit.
import type { Menu, Refusal, Waiting } from "./types";

/** A war as the holder of some nations sees it. Without nations: as a watcher does. */
export interface View {
  mine: string[];
  scenario: string;
  options: Record<string, boolean>;
  round: number;
  phase: string;
  nations: string[];
  turn_order: string[];
  control: Record<string, string>;
  markers: Record<string, string>;
  commands: Record<string, Command>;
  fighters: Record<string, number>;
  forces: Record<string, number[]>;
  building: Record<string, number[]>;
  deferred: Record<string, number[]>;
  bombs: Record<string, number>;
  stock: Record<string, [number, number, number]>;
  medals: Record<string, number>;
  goods: Record<string, number>;
  stress: Record<string, number>;
  zone: Record<string, number>;
  casualties: Record<string, number[]>;
  points: Record<string, number>;
  production: Record<string, number>;
  bids: Record<string, number>;
  charts: Record<string, [string, string][]>;
  roster: string[];
  hotspots: string[];
  resolved: string[];
  battle: Battle | null;
  purchases: Record<string, number[]>;
  aligned: Record<string, string>;
  activated: string[];
  pact: boolean;
  sino: boolean;
  stalin: boolean;
  collapsed: string[];
  winner: string;
  orders: Record<string, [string, string][]>;
  sheets: Record<string, unknown>;
  waiting: Waiting;
}

/** A Command Stack. Its units are counted in the order of its Category. */
export interface Command {
  nation: string;
  number: number;
  category: string;
  region: string;
  units: number[];
  tagged: boolean;
  dived: boolean;
}

/** The hotspot that is being resolved. */
export interface Battle {
  region: string;
  board: string;
  nations: string[];
  allied: string;
  axis: string;
  rows: Row[];
  advantage: string;
  ports: string[];
  raid_losses: [number, number, number];
  defended: boolean;
}

/** A row of the battle board: one side's units of one kind in one stance. At most one of them is hurt. */
export interface Row {
  side: string;
  kind: string;
  stance: string;
  whole: [string, string, number][];
  hurt: [string, string, string] | null;
  lost: [string, string, number][];
  escaped: [string, number][];
}

/** At most these units of these nations could fight in a region this round; `win` is the chance that only their Land or Naval Units are left in it, with the usual stances. */
export interface Threat {
  nations: string[];
  units: Record<string, number>;
  win: number;
}

/** WR-PROD-02: units at prices in three Resources, as many as the stock can pay. */
export interface Basket {
  menu: "wr.basket";
  rule: string;
  prices: Record<string, [number, number, number]>;
  stock: [number, number, number];
  refused: Record<string, Refusal>;
}

/** WR-PLAN-01 to 10: up to `most` orders, each a Command and one destination. Any destination may be written. */
export interface OrderChart {
  menu: "wr.orders";
  rule: string;
  commands: string[];
  regions: string[];
  most: number;
  full: number;
  near: Record<string, string[]>;
  nation: string;
}

/** WR-PLAN-20 to 28: shift units from one Command to another of the same nation, Category and region, or to a new one; a shift of all units is a merger. */
export interface Regroup {
  menu: "wr.regroup";
  rule: string;
  stacks: Command[];
  free: Record<string, number>;
}

/** A nation's sealed sheet: its orders, then its bid. */
export interface Sheet {
  menu: "wr.sheet";
  rule: string;
  chart: OrderChart;
  bid: Menu;
}

/** How many escaped Submarines leave a Command together, and where they go. */
export interface DiveMenu {
  menu: "wr.dive";
  rule: string;
  commands: Record<string, number>;
  whole: string[];
  split: boolean;
  places: string[];
}

/** WR-DEBR-03, 06: unit by unit, for 1 Resource of any type each. */
export interface RepairMenu {
  menu: "wr.repair";
  rule: string;
  units: string[];
  stock: [number, number, number];
}

/** For each place in turn the units that appear there: all of them in the end, as far as tokens reach. */
export interface DeployMenu {
  menu: "wr.deploy";
  rule: string;
  units: Record<string, number>;
  places: string[];
  rooms: number[];
}

/** WR-LAND-01, 06: where a Command lands, or where some of its units do while the rest look further. */
export interface LandingMenu {
  menu: "wr.landing";
  rule: string;
  places: string[];
  units: Record<string, number>;
  may_split: boolean;
}

/** Whether to go back a zone, and with which tokens it is paid. */
export interface ReliefMenu {
  menu: "wr.relief";
  rule: string;
  held: Record<string, number>;
  price: number;
}

/** Territory by territory the units that are built there; what is left over in the end is lost. */
export interface PlacementMenu {
  menu: "wr.placement";
  rule: string;
  units: Record<string, number>;
  rooms: Record<string, number>;
  ports: string[];
  only: Record<string, string[]>;
  joins: Record<string, number>;
  tokens: number;
}

/** WR-PROD-02, 03: units, then how many Civilian Goods, then what pays for the Goods. */
export interface PurchaseMenu {
  menu: "wr.purchase";
  rule: string;
  basket: Basket;
}

/** A unit and the results that pay for it, or no more. */
export interface DiceMenu {
  menu: "wr.quick_buy";
  rule: string;
  ways: Record<string, string[]>;
}

/** The unit that is eliminated, and the results that are used for it. */
export interface QuickHit {
  menu: "wr.quick_hit";
  rule: string;
  ways: Record<string, string[]>;
}

export interface BatchRolled {
  event: "wr.batch";
  side: string;
  colours: string[];
  region: string;
  hits: number;
  expected: number;
  says: string;
}

export interface BidsRevealed {
  event: "wr.bids";
  bids: [string, number][];
  says: string;
}

export interface BombRepaired {
  event: "wr.bombs";
  nation: string;
  territory: string;
  says: string;
}

export interface Captured {
  event: "wr.captured";
  territory: string;
  nation: string;
  former: string;
  says: string;
}

export interface CommanderNamed {
  event: "wr.commander";
  side: string;
  nation: string;
  says: string;
}

export interface Deployed {
  event: "wr.deployed";
  nation: string;
  region: string;
  fresh: [string, number][];
  says: string;
}

export interface Escaped {
  event: "wr.escaped";
  nation: string;
  number: number;
  says: string;
}

export interface GarrisonFired {
  event: "wr.garrison";
  territory: string;
  colours: [string, string];
  says: string;
}

export interface HitTaken {
  event: "wr.hit";
  colour: string;
  nation: string;
  kind: string;
  stance: string;
  box: string;
  escort: boolean;
  says: string;
}

export interface HotspotEnded {
  event: "wr.debriefed";
  region: string;
  embattled: boolean;
  says: string;
}

export interface HotspotPicked {
  event: "wr.picked";
  nation: string;
  region: string;
  says: string;
}

export interface HotspotPlaced {
  event: "wr.hotspot";
  region: string;
  added: boolean;
  says: string;
}

export interface IncomeAdded {
  event: "wr.income";
  nation: string;
  amount: [number, number, number];
  says: string;
}

export interface Landed {
  event: "wr.landed";
  command: string;
  start: string;
  end: string;
  says: string;
}

export interface Launched {
  event: "wr.launched";
  nation: string;
  start: string;
  end: string;
  number: number;
  says: string;
}

export interface MedalsAwarded {
  event: "wr.medals";
  nation: string;
  medals: number;
  says: string;
}

export interface MoraleChanged {
  event: "wr.morale";
  nation: string;
  step: string;
  stress: number;
  zone: number;
  says: string;
}

export interface Moved {
  event: "wr.moved";
  command: string;
  start: string;
  end: string;
  via: string;
  moved: [string, number][];
  says: string;
}

export interface NationCollapsed {
  event: "wr.collapsed";
  nation: string;
  says: string;
}

export interface NeutralInvaded {
  event: "wr.neutral";
  territory: string;
  nation: string;
  side: string;
  force: number[];
  says: string;
}

export interface OrderCancelled {
  event: "wr.cancelled";
  command: string;
  destination: string;
  why: string;
  rule: string;
  says: string;
}

export interface OrdersRevealed {
  event: "wr.orders";
  nation: string;
  orders: [string, string][];
  says: string;
}

export interface PactEnded {
  event: "wr.pact";
  pact: string;
  breaker: string;
  says: string;
}

export interface Paid {
  event: "wr.paid";
  nation: string;
  amount: [number, number, number];
  why: string;
  says: string;
}

export interface PhaseBegan {
  event: "wr.phase";
  round: number;
  phase: string;
  says: string;
}

export interface Pinned {
  event: "wr.pinned";
  command: string;
  region: string;
  stayed: [string, number][];
  under: string;
  says: string;
}

export interface Placed {
  event: "wr.placed";
  nation: string;
  territory: string;
  placed: [string, number][];
  says: string;
}

export interface Purchased {
  event: "wr.purchased";
  nation: string;
  bought: [string, number][];
  goods: number;
  paid: [number, number, number];
  says: string;
}

export interface RaidResult {
  event: "wr.raid";
  place: string;
  nation: string;
  colour: string;
  effect: string;
  region: string;
  says: string;
}

export interface Reorganised {
  event: "wr.reorganised";
  nation: string;
  source: string;
  target: string;
  moved: [string, number][];
  says: string;
}

export interface Repaired {
  event: "wr.repaired";
  nation: string;
  repaired: [string, number][];
  paid: [number, number, number];
  says: string;
}

export interface SlotTaken {
  event: "wr.slot";
  nation: string;
  slot: number;
  says: string;
}

export interface StageBegan {
  event: "wr.stage";
  stage: string;
  dice: [string, number][];
  advantage: string;
  says: string;
}

export interface StancesTaken {
  event: "wr.stances";
  side: string;
  stances: [string, number][];
  says: string;
}

export interface StressGained {
  event: "wr.stress";
  nation: string;
  stress: number;
  why: string;
  says: string;
}

export interface Traded {
  event: "wr.traded";
  nation: string;
  neutral: string;
  gave: [number, number, number];
  got: [number, number, number];
  says: string;
}

export interface UnitsLost {
  event: "wr.lost";
  nation: string;
  region: string;
  lost: [string, number][];
  why: string;
  says: string;
}

export interface WarEnded {
  event: "wr.ended";
  winner: string;
  why: string;
  says: string;
}

export type GameMenu = Basket | OrderChart | Regroup | Sheet | DiveMenu | RepairMenu | DeployMenu | LandingMenu | ReliefMenu | PlacementMenu | PurchaseMenu | DiceMenu | QuickHit;

export type GameEvent = BatchRolled | BidsRevealed | BombRepaired | Captured | CommanderNamed | Deployed | Escaped | GarrisonFired | HitTaken | HotspotEnded | HotspotPicked | HotspotPlaced | IncomeAdded | Landed | Launched | MedalsAwarded | MoraleChanged | Moved | NationCollapsed | NeutralInvaded | OrderCancelled | OrdersRevealed | PactEnded | Paid | PhaseBegan | Pinned | Placed | Purchased | RaidResult | Reorganised | Repaired | SlotTaken | StageBegan | StancesTaken | StressGained | Traded | UnitsLost | WarEnded;
