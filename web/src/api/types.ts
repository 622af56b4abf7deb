// Written by web/write_types.py from the types of the server. Do not edit.

/** A table as the host wants it. Without seats every nation has a seat of its own: the first is the host's and the others are bots. */
export interface NewTable {
  game: string;
  scenario?: string | null;
  options?: Record<string, string | number | boolean>;
  seats?: NewSeat[];
  title?: string | null;
  pace?: NoClock | LiveClock | DaysClock;
  absence?: Absence;
  watching?: Watching;
  dice?: "fair" | "hand";
  listed?: boolean;
  rated?: boolean;
  war?: string;
  again?: string;
}

/** A seat as the host wants it: for the host, for anybody, for a bot, or for whoever gets its link. */
export interface NewSeat {
  nations: string[];
  who?: "bot" | "link" | "me" | "open";
  name?: string | null;
  bot?: string;
  alliance?: string;
}

/** Nobody is ever late. */
export interface NoClock {
  kind: "none";
}

/** Each seat has so much time for the whole game, and some more with each decision. */
export interface LiveClock {
  kind: "live";
  minutes?: number;
  increment?: number;
  grace?: number;
}

/** Each decision may take so many days; then there is some grace. */
export interface DaysClock {
  kind: "days";
  days?: number;
  grace_hours?: number;
  holidays?: string[];
}

/** What happens when time and grace are over: who answers for the seat until its owner takes it back, and whether another person may take it over for good. */
export interface Absence {
  by?: "bot" | "default" | "nobody";
  bot?: string;
  replace?: boolean;
}

/** Who may watch: nobody or everyone, and how many minutes behind. */
export interface Watching {
  by?: "everyone" | "nobody";
  delay?: number;
}

/** A new table, and the tokens of its seat links, which are shown this once. */
export interface NewTableCard {
  table: TableCard;
  links: Record<string, string>;
}

/** A table as everybody may see it. */
export interface TableCard {
  id: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  host: string;
  status: string;
  archived: boolean;
  listed: boolean;
  ask: number;
  created: number;
  updated: number;
  pace: NoClock | LiveClock | DaysClock;
  absence: Absence;
  watching: Watching;
  dice: string;
  rated: boolean;
  commitment: string;
  seats: SeatCard[];
  draw_agreed: string[];
  takeback: Takeback | null;
  outcome: Outcome | null;
  origin: Origin | null;
  rematch: string;
  war: string;
  takebacks: number;
  foreseen: Foreseen[];
}

/** A seat as everybody may see it. */
export interface SeatCard {
  name: string;
  nations: string[];
  alliance: string;
  kind: string;
  user: string;
  user_name: string;
  bot: string;
  caretaker: string;
  conceded: boolean;
  due: boolean;
  clock: ClockCard | null;
  words: string;
}

/** The clock of a seat as everybody may see it. */
export interface ClockCard {
  left: number | null;
  since: number | null;
  deadline: number | null;
  late: boolean;
}

/** A request to go back to before the answer to an ask, and the seats that agree so far. */
export interface Takeback {
  by: string;
  ask: number;
  agreed: string[];
}

/** How the game ended, by the rules or by the people. */
export interface Outcome {
  name: string;
  sentence: string;
  worth: Record<string, number>;
}

/** Where the first entries of a journal were copied from. */
export interface Origin {
  table: string;
  entries: number;
  move: number;
  unfinished: boolean;
}

/** Somebody who knows the dice to come, and why: they took a copy of the running game, and so of its secret, or brought the game here in a file. */
export interface Foreseen {
  user: string;
  name: string;
  why: "exported" | "imported";
}

/** Your own words for the key of the dice, if you like. */
export interface Taking {
  words?: string;
}

/** Where a link leads; nowhere if none was followed, or if it is not valid any more. */
export interface Invited {
  to: Seated | null;
}

/** Where you sit now. */
export interface Seated {
  seat: string;
  table: TableCard;
}

/** The token of a seat link; without it, the one that the link's page has put into a cookie. */
export interface Invitation {
  token?: string;
  words?: string;
}

/** Give a seat to a bot, open it, or make it a seat by link. */
export interface ChangeSeat {
  who: "bot" | "link" | "me" | "open";
  bot?: string;
}

/** The token of a seat link, shown this once. */
export interface Link {
  token: string;
}

/** Whom not to hear. */
export interface Muting {
  user: string;
  muted?: boolean;
}

/** The host ends the game: what it is worth to each nation, and why. */
export interface Adjudication {
  worth: Record<string, number>;
  sentence: string;
}

/** Into the archive, or out of it. */
export interface Archiving {
  archived?: boolean;
}

/** What a seat, or a watcher, may know now. `ask` is the number of the open question, `seq` of the last message. */
export interface Seen {
  ask: number;
  seq: number;
  undo: boolean;
  view: unknown;
}

/** Messages in their order, each with its number for this viewer. */
export interface MessageList {
  messages: unknown[];
}

/** Notes for yourself. */
export interface Note {
  text: string;
}

/** Decide for a nation. `ask` is the number of the question that is answered; `key` makes it safe to send again. */
export interface Answer {
  do: "answer";
  ask: number;
  nation: string;
  choice: unknown;
  key?: string | null;
}

/** The faces of dice that were thrown by hand, or the places of a draw. */
export interface Throw {
  do: "throw";
  ask: number;
  faces: number[];
  key?: string | null;
}

/** Which clicks may follow these ones, in the menu of a nation; or the answer they make. */
export interface Walk {
  do: "walk";
  ask: number;
  nation: string;
  clicks?: string[];
}

/** The menu of the next part of an answer in parts, after these ones; none if they are the whole answer. */
export interface NextPart {
  do: "part";
  ask: number;
  nation: string;
  chosen?: unknown[];
}

/** What the rules would say to an answer, without giving it. */
export interface Check {
  do: "check";
  ask: number;
  nation: string;
  choice: unknown;
}

/** What an answer, whole or in part, would come to, where the game can compute it: the odds of an attack. */
export interface AskOdds {
  do: "odds";
  ask: number;
  nation: string;
  choice?: unknown;
}

/** Say beforehand how a nation answers an ask: with `choice`, or by a policy; `ask` as policy takes it back. */
export interface Declare {
  do: "declare";
  nation: string;
  what: string;
  choice?: unknown;
  policy?: string;
}

/** Take one's own last answer back. */
export interface Undo {
  do: "undo";
  ask: number;
}

/** Ask everybody to go back to before the answer to an earlier question. */
export interface AskTakeback {
  do: "ask_takeback";
  to_ask: number;
}

/** Agree to a takeback, or not. */
export interface ReplyTakeback {
  do: "reply_takeback";
  agree: boolean;
}

/** Say something to the whole table, or to one's alliance only. */
export interface Chat {
  do: "chat";
  text: string;
  to?: string;
}

/** Give the game up. An alliance has lost when all its people have. */
export interface Concede {
  do: "concede";
}

/** Offer a draw, agree to one, or take it back. */
export interface OfferDraw {
  do: "draw";
  agree: boolean;
}

/** Take one's seat back from whatever answered for it. */
export interface Reclaim {
  do: "reclaim";
}

/** Have a bot, or the default answers, go on for one's seat until one takes it back. */
export interface Away {
  do: "away";
  bot?: string;
}

/** Leave the seat; somebody else may take it. */
export interface Leave {
  do: "leave";
}

/** One's own part of the key of the dice, before the game begins. */
export interface Words {
  do: "words";
  words: string;
}

/** Put down what a nation of one's own may answer, for oneself and for allies who may see it. */
export interface WriteDraft {
  do: "draft";
  ask: number;
  nation: string;
  choice: unknown;
}

/** Suggest an answer to an ally for a nation of theirs. */
export interface Propose {
  do: "propose";
  ask: number;
  nation: string;
  choice: unknown;
}

/** Answer for a nation of one's own with what an ally proposed, or with one's own draft. */
export interface Accept {
  do: "accept";
  ask: number;
  nation: string;
  by: string;
}

/** The drafts and proposals that one may see for the open question. */
export interface ReadPlans {
  do: "plans";
}

/** The number of the question, and the nation that is asked; without it, the first of the seat's that is. */
export interface Asking {
  ask: number;
  nation?: string;
}

/** What the strongest bot would answer, and why in one sentence with its numbers. */
export interface Hint {
  bot: string;
  choice: unknown;
  why: string;
}

/** How the game may end from here: what it is worth on average, give or take `error`, and each end, best first. */
export interface Prospect {
  bot: string;
  games: number;
  worth: number;
  error: number;
  ends: End[];
}

/** One way the game may end: how often it came about, the 95 % interval of that, and what it is worth. */
export interface End {
  end: string;
  share: number;
  low: number;
  high: number;
  worth: number;
}

/** Everything that it takes to check the dice of a finished game, and the result of doing so. */
export interface Verification {
  commitment: string;
  secret: string;
  nonces: Record<string, string>;
  game_id: string;
  rolls: RollCheck[];
  problems: string[];
  origin: Origin | null;
}

/** One roll or draw, and whether the secret gives it. */
export interface RollCheck {
  place: number;
  kind: string;
  what: string;
  number: number;
  takebacks: number;
  sides: number;
  faces: number[];
  computed: number[];
  copied: boolean;
}

/** One move, with all that was hidden while the game was on. */
export interface Moment {
  move: number;
  place: number;
  at: number;
  kind: string;
  nation: string;
  what: string;
  choice: unknown;
  automatic: string;
  faces: number[];
  events: Record<string, unknown>[];
}

/** What a war could be measured by after a move. */
export interface Point {
  move: number;
  figures: Record<string, Record<string, number>>;
}

/** A battle of a war: what each side was to lose, by the exact odds before the first die, against what it lost. All in what units cost. */
export interface Fought {
  move: number;
  round: number;
  space: string;
  attacker: string;
  expected_loss: number;
  loss: number;
  their_expected_loss: number;
  their_loss: number;
  luck: number;
}

/** A question that was answered: when, what it was, and by whom if it was put to one nation only. */
export interface Passed {
  ask: number;
  at: number;
  what: string;
  nation: string;
}

/** From which moment on, which nations are yours, and which bot holds the others. The moment is a number of moves, if the game is over, or the number of a question; without either, the last one at which nothing is hidden. */
export interface Branching {
  nations: string[];
  move?: number | null;
  ask?: number | null;
  bot?: string;
}

/** A game that can be played here. */
export interface GameCard {
  name: string;
  title: string;
  rules: number;
  scenarios: ScenarioCard[];
  options: OptionCard[];
  bots: string[];
  sides: Record<string, string>;
  battles: boolean;
  names: Record<string, string>;
}

export interface ScenarioCard {
  name: string;
  title: string;
  nations: string[];
}

export interface OptionCard {
  name: string;
  title: string;
  values: (string | number | boolean)[];
  rule: string;
}

/** The rules of a game, and how many of its clauses tests prove. */
export interface LedgerCard {
  game: string;
  title: string;
  prefix: string;
  clauses: number;
  proven: number;
}

/** All clauses of a game, and the chapters without clauses: rulings, where the book is silent, worked examples. */
export interface Ledger {
  game: string;
  title: string;
  clauses: ClauseCard[];
  chapters: Chapter[];
}

/** One rule in our words, where the rulebook has it, and the tests that prove it. */
export interface ClauseCard {
  id: string;
  text: string;
  section: string;
  where: string;
  test: string;
  tag: string;
  proven_by: string[];
}

/** A chapter of a ledger that has no clauses: rulings, where the book is silent, worked examples. */
export interface Chapter {
  title: string;
  blocks: Block[];
}

/** A piece of a chapter: a paragraph, an item of a list, or a table. */
export interface Block {
  kind: string;
  text: string;
  head: string[];
  rows: string[][];
}

/** The facts of a game by source: how many records of each kind, and all that had to be reconstructed. */
export interface Facts {
  game: string;
  shares: string[];
  kinds: Record<string, Record<string, number>>;
  reconstructed: FactCard[];
}

/** A record that is not wholly from the rulebook or a public source. */
export interface FactCard {
  kind: string;
  id: string;
  name: string;
  counts_as: string;
  fields: string[];
  confidence: string;
  ref: string;
  note: string;
}

/** Some tables, and the cursor for the next ones; empty at the end. */
export interface TableList {
  tables: TableCard[];
  next: string;
}

/** Two forces, as words or as numbers of each kind, and what is assumed: `docs/odds.md`. Stances, ports, batch cap and repair are War Room's; the rest is Pacific's. */
export interface BattleQuestion {
  attackers: string | Record<string, number>;
  defenders?: string | Record<string, number>;
  terrain?: "" | "land" | "sea";
  amphibious?: boolean | string | Record<string, number>;
  bombard?: string | Record<string, number>;
  order_attack?: string;
  order_defend?: string;
  keep_land?: boolean;
  retreat_below?: number;
  retreat_left?: number;
  rounds?: number;
  can_retreat?: boolean;
  submerge_attack?: "alone" | "always" | "never";
  submerge_defend?: "alone" | "always" | "never";
  prize?: number;
  stances?: [string, string];
  best?: "attacker" | "defender" | "";
  ports?: ("attacker" | "defender")[];
  batch_cap?: boolean;
  repair?: ("attacker" | "defender")[];
}

/** The odds of a battle. The chances add up to 1; `taken` comes beside them. `error` 0 means that they are exact. */
export interface BattleOdds {
  game: string;
  terrain: string;
  unit: string;
  chances: Chance[];
  win: number;
  taken: number;
  swing: number;
  rounds: number;
  attacker: SideFigures;
  defender: SideFigures;
  bars: Bar[];
  likeliest: Ending[];
  notes: string[];
  error: number;
}

/** One way a battle may end. `tone` says for whom it is good: the attacker (win), the defender (loss) or neither. */
export interface Chance {
  name: string;
  title: string;
  tone: string;
  chance: number;
}

/** What a side is worth and what it loses on average, in IPCs or Resources, and how many of each kind are left. */
export interface SideFigures {
  worth: number;
  loss: number;
  left: Record<string, number>;
  losses: [number, number][];
}

/** The chance that so many units of the winner are left; the defender's are counted below 0. */
export interface Bar {
  left: number;
  tone: string;
  chance: number;
}

/** One exact end and its chance. */
export interface Ending {
  chance: number;
  end: string;
  attackers: Record<string, number>;
  defenders: Record<string, number>;
}

/** The year, the lead of the Allies on each modifier track (below 0: of the Axis), and a bonus of the attacker. */
export interface AttackQuestion {
  year?: number;
  leads?: Record<string, number>;
  bonus?: number;
}

/** What an attack needs: `needed` on the modified die, `face` on the bare one (7: impossible). */
export interface AttackOdds {
  side: "allies" | "axis";
  region: string;
  needed: number;
  modifiers: Modifier[];
  face: number;
  chance: number;
}

/** A modifier of an attack roll, and why. */
export interface Modifier {
  reason: string;
  value: number;
}

/** Who comes with a request; nobody at first. */
export interface Session {
  me: Me | null;
}

/** A person, as that person may see it. */
export interface Me {
  id: string;
  kind: string;
  name: string;
}

/** Name and password of an account, and whether a guest brings along what is theirs. It must be said: else whoever gets a stranger to sign in to an account that is not the stranger's would get the stranger's seats. */
export interface SignIn {
  name: string;
  password: string;
  bring?: boolean;
}

/** A person who has signed in, and how much came along. */
export interface SignedIn {
  id: string;
  kind: string;
  name: string;
  brought: Brought;
}

/** How much came along from a guest. */
export interface Brought {
  tables: number;
  seats: number;
  channels: number;
}

/** A name to be called by. */
export interface NewName {
  name: string;
}

/** Name and password of an account. */
export interface Account {
  name: string;
  password: string;
}

/** The old password and the new one. */
export interface NewPassword {
  old: string;
  new: string;
}

/** What the key is for. */
export interface NewKey {
  label: string;
}

/** A key for programs. `token` is shown once. */
export interface KeyCard {
  label: string;
  created: number;
  id: string;
  token: string;
}

/** A way to reach you, and what went wrong with it last. */
export interface ChannelCard {
  id: string;
  kind: string;
  address: string;
  games: string[];
  error: string;
  failures: number;
  last: number | null;
}

/** A way to reach you: an e-mail address, a browser's push subscription as JSON, or an Apprise address. `games` are the games, or the tables, that it is for; without them it is for all. */
export interface NewChannel {
  kind: "apprise" | "email" | "push";
  address: string;
  games?: string[];
}

/** What came of a test; an empty error means that it was sent. */
export interface Tested {
  error: string;
}

/** The public key that a browser needs to subscribe; empty if this server does not push. */
export interface PushKey {
  key: string;
}

/** RFC 9457: what went wrong, in one sentence. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  rule: string;
}

/** Why an answer cannot be given. */
export interface Refusal {
  sentence: string;
  rule: string;
}

/** Why a legal answer may be better left: it is wasteful, or will be cancelled as things stand. */
export interface Doubt {
  sentence: string;
  rule: string;
}

/** Exactly one of the options. */
export interface Pick {
  menu: "pick";
  rule: string;
  options: string[];
  refused: Record<string, Refusal>;
  doubted: Record<string, Doubt>;
  usual: string | null;
}

/** Between `least` and `most` of the options, each at most once, given in menu order. Several of them may be doubted `TOGETHER`, which takes the place of what speaks against each. */
export interface Some {
  menu: "some";
  rule: string;
  options: string[];
  refused: Record<string, Refusal>;
  doubted: Record<string, Doubt>;
  least: number;
  most: number | null;
}

/** All of the options in an order, or the first `places` of them. */
export interface Rank {
  menu: "rank";
  rule: string;
  options: string[];
  refused: Record<string, Refusal>;
  doubted: Record<string, Doubt>;
  places: number | null;
}

/** A number from `low` to `high`. */
export interface Count {
  menu: "count";
  rule: string;
  low: number;
  high: number;
  usual: number | null;
}

/** Nothing to choose: the player says that they are done. The answer is None, also written `ok`. */
export interface Done {
  menu: "done";
  rule: string;
}

/** How many of each: within a limit and at a price for each kind, a budget, a least and a greatest number in all. */
export interface Bag {
  menu: "bag";
  rule: string;
  limits: Record<string, number>;
  prices: Record<string, number>;
  budget: number | null;
  least: number;
  most: number | null;
  refused: Record<string, Refusal>;
}

/** An answer of several parts whose dependencies are a table, so that it can be walked in another process. */
export interface Form {
  menu: "form";
  rule: string;
  parts: Part[];
}

/** One named part of a form: always the same `menu`, or one of `menus` by the answer to the part named in `by`. Where no menu fits, the part is left out. */
export interface Part {
  name: string;
  menu: Pick | Some | Bag | Count | Rank | Form | Done | null;
  by: string;
  menus: Record<string, Pick | Some | Bag | Count | Rank | Form | Done>;
}

/** What a nation of the seat is asked, and what it has answered so far if the ask is sealed. */
export interface Question {
  nation: string;
  menu: Menu;
  answered: unknown;
}

/** What the table waits for, as a seat may know it. `ready` names who has answered a sealed ask; not what, how often, or how much. Of a roll, it says how many dice of how many sides, for those who throw their own. */
export interface Waiting {
  kind: string;
  what: string;
  prompt: string;
  deciders: string[];
  ready: string[];
  questions: Question[];
  about: Record<string, string>;
  dice: number;
  sides: number;
}

/** A menu of a game's own: walk it with the server. */
export interface OpenMenu {
  menu: `${string}.${string}`;
  rule: string;
}

export type Shape = Pick | Some | Rank | Count | Done | Bag | Form;
export type Menu = Shape | OpenMenu;
