/** War Room on the screens: what the game adds to the frame that all games share. */
import type { View } from "../../api/warroom";
import type { Fact, GameLook, Status } from "../../game/look";
import type { NationLook } from "../../map/types";
import { closedOf } from "./battle";
import BattleBoard from "./BattleBoard.svelte";
import BattleSide from "./BattleSide.svelte";
import Choice from "./Choice.svelte";
import Deployment from "./Deployment.svelte";
import EconomySheet from "./EconomySheet.svelte";
import { amountsInWords, casualtiesOf, FACTS, glyphOf, incomeOf, NATIONS, placeName, RESOURCE_NAMES, scenarioOf, stanceName, TERRITORIES, UNITS, ZONES } from "./facts";
import HotspotPick from "./HotspotPick.svelte";
import Landing from "./Landing.svelte";
import Launch from "./Launch.svelte";
import { log, phaseName } from "./log";
import { map } from "./map";
import MoralePanel from "./MoralePanel.svelte";
import MoraleSheet from "./MoraleSheet.svelte";
import MoveOrder from "./MoveOrder.svelte";
import OrderBook from "./OrderBook.svelte";
import PactPanel from "./PactPanel.svelte";
import Placement from "./Placement.svelte";
import { prompt } from "./prompts";
import Purchase from "./Purchase.svelte";
import Regroup from "./Regroup.svelte";
import RevealSheet from "./RevealSheet.svelte";
import SlotPick from "./SlotPick.svelte";
import StandingSheet from "./StandingSheet.svelte";
import ToldDie from "./ToldDie.svelte";
import Trade from "./Trade.svelte";
import { tutorial } from "./tutorial";
import VictorySheet from "./VictorySheet.svelte";

const LOOKS: Record<string, Pick<NationLook, "code" | "pattern" | "emblem">> = {
  china: { code: "CN", pattern: "zigzag", emblem: "emblem-rays" },
  british: { code: "GB", pattern: "dots", emblem: "emblem-rings" },
  soviet: { code: "SU", pattern: "stripes", emblem: "emblem-star" },
  usa: { code: "US", pattern: "bars", emblem: "emblem-square" },
  germany: { code: "DE", pattern: "grid", emblem: "emblem-cross" },
  italy: { code: "IT", pattern: "waves", emblem: "emblem-diamond" },
  japan: { code: "JP", pattern: "rising", emblem: "emblem-sun" },
};

const nations: Record<string, NationLook> = Object.fromEntries(
  Object.entries(NATIONS).map(([id, nation]) => [id, { id, name: nation.name, side: nation.side, ...LOOKS[id]! }]),
);
nations["neutral"] = { id: "neutral", name: "Defense Force", side: "", code: "DF", pattern: "plain", emblem: "emblem-none" };

function status(view: View): Status {
  const acting = view.waiting.deciders.length === 1 ? view.waiting.deciders[0] : undefined;
  return { round: view.round ? `Round ${view.round}` : "", phase: phaseName(view.phase), acting };
}

function facts(view: View, nation: string): Fact[] {
  if (view.collapsed.includes(nation)) return [{ icon: "flag", value: "Collapsed", title: "This nation has Collapsed" }];
  const stock = view.stock[nation] ?? [0, 0, 0];
  const income = incomeOf(view, nation);
  const zone = view.zone[nation] ?? 0;
  const threshold = scenarioOf(view).thresholds[nation] ?? 0;
  const { points, stress } = casualtiesOf(view, nation);
  const coming = points ? `; ${points} Casualty Points will add ${stress} (WR-MORALE-02)` : "";
  return [
    ...(["oil", "iron", "osr"] as const).map((name, at): Fact => ({
      icon: `wr-${name}`,
      value: stock[at] ?? 0,
      title: `${RESOURCE_NAMES[name]}: ${stock[at]} in stock, next income ${income[at]} from its territories (WR-ECON-01)`,
    })),
    {
      icon: "wr-stress",
      value: `${view.stress[nation] ?? 0}/${threshold}`,
      title: `Stress ${view.stress[nation] ?? 0} of a Threshold of ${threshold}, ${ZONES[zone]} Zone: ${FACTS.zones[ZONES[zone]!]}${coming}`,
      tone: zone >= 3 ? "bad" : zone >= 1 ? "warn" : undefined,
    },
    ...(view.medals[nation] ? [{ icon: "wr-medal", value: view.medals[nation], title: `${view.medals[nation]} Medals: each takes 1 Stress away (WR-MORALE-06)` }] : []),
    ...(view.goods[nation] ? [{ icon: "wr-goods", value: view.goods[nation], title: `${view.goods[nation]} Civilian Goods: each takes 1 Stress away (WR-MORALE-06)` }] : []),
  ];
}

/** What a click names: units in their stances read better with their names in front. */
function label(word: string): string {
  const parts = word.split("/");
  const unit = UNITS[parts[0]!];
  const of = NATIONS[parts[2]!]?.name ?? "Defense Force";
  if (unit && parts.length === 3) return parts[1] === "garrison" || parts[1] === "quick" ? `${unit.name} (${of})` : `${unit.name}, ${stanceName(parts[1]!)} (${of})`;
  const command = /^([a-z]+)-(\d+)$/.exec(parts[0]!);
  if (command && NATIONS[command[1]!]) return parts[1] ? `${UNITS[parts[1]]?.name ?? parts[1]} of Command ${command[2]}` : `Command ${command[2]} (${NATIONS[command[1]!]!.name})`;
  if (word === "direct") return "straight there";
  if (word === "loop") return "patrol and return";
  const [kind, nation] = word.split(" ");
  if (kind && nation && UNITS[kind] && NATIONS[nation]) return `${UNITS[kind]!.name} (${NATIONS[nation]!.name})`;
  return "";
}

const glyph = (word: string) => {
  const kind = word.split("/").find((part) => part in UNITS);
  if (kind) return glyphOf(kind);
  if (word in RESOURCE_NAMES || word === "medal" || word === "goods") return `wr-${word}`;
  return undefined;
};

/** What is left undone before a sheet is sealed or a purchase made. */
function undone(view: View, mine: string[]): string[] {
  if (view.waiting.what !== "wr.7.purchase") return [];
  return mine.flatMap((nation) => {
    const left = view.stock[nation];
    return left?.some(Boolean) ? [`${NATIONS[nation]!.name} holds ${amountsInWords(left)}`] : [];
  });
}

/** A sheet is orders and a bid. */
function says(what: string, choice: unknown, words: (part: unknown) => string): string | null {
  if (what !== "wr.2.sheets" || !Array.isArray(choice)) return null;
  const [orders, bid] = choice as [unknown, number];
  return `${words(orders)}; a bid of ${bid} Oil`;
}

export const look: GameLook<View> = {
  game: "warroom",
  title: "War Room",
  about: "2 to 7 players, an evening or two",
  nations,
  status,
  map,
  label,
  says,
  glyph,
  facts,
  order: (view) => [...view.turn_order.filter(Boolean), ...view.nations.filter((nation) => !view.turn_order.includes(nation)), ...view.collapsed],
  panels: {
    "wr.2.sheets": OrderBook,
    "wr.2.slot": SlotPick,
    "wr.reorganize": Regroup,
    "wr.3.order": MoveOrder,
    "wr.3.launch": Launch,
    "wr.3.pin": PactPanel,
    "wr.pact": PactPanel,
    "wr.4": BattleSide,
    "wr.4.pick": HotspotPick,
    "wr.thd": BattleSide,
    "wr.quick.match": BattleSide,
    "wr.5.land": Landing,
    "wr.5.deploy": Deployment,
    "wr.6": MoralePanel,
    "wr.5.works": Choice,
    "wr.5.capacity": Choice,
    "wr.7.bombs": Choice,
    "wr.quick.bonus": Choice,
    "wr.7.trade": Trade,
    "wr.7.purchase": Purchase,
    "wr.7.place": Placement,
  },
  sheets: [
    { id: "reveal", name: "Turns", icon: "wr-turn", key: "o", component: RevealSheet },
    { id: "economy", name: "Economy", icon: "factory", key: "e", component: EconomySheet },
    { id: "morale", name: "Morale", icon: "wr-stress", key: "m", component: MoraleSheet },
    { id: "victory", name: "Victory", icon: "star", key: "v", component: VictorySheet },
    { id: "standing", name: "Staff", icon: "scroll", key: "s", component: StandingSheet },
  ],
  overlay: {
    battle: (view) => view.battle?.region,
    title: (view) => (view.battle ? `Battle of ${placeName(view.battle.region)}` : ""),
    component: BattleBoard,
    moment: ({ event }) => (event === "wr.picked" ? "begins" : event === "wr.debriefed" ? "ends" : null),
    told: closedOf,
    die: ToldDie,
  },
  aliases: (word) => [UNITS[word]?.short ?? "", TERRITORIES[word]?.capital ?? ""].filter(Boolean),
  moment: (what) => (what === "wr.2.sheets" ? "turn" : what.startsWith("wr.4.") ? "battle" : null),
  battle: async (desk, area) => (await import("./prospects")).battleIn(desk, area),
  log,
  undone,
  prompt,
  tutorial,
};

