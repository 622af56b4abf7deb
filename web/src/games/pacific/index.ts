/** What Pacific 1940 adds to the game screen. */
import type { View } from "../../api/pacific";
import type { GameLook } from "../../game/look";
import { FACTS, kindOf, NATIONS, POWERS, spoken, unit } from "./facts";
import { closedOf } from "./battle";
import Battle from "./Battle.svelte";
import InBattle from "./InBattle.svelte";
import Kamikaze from "./Kamikaze.svelte";
import { inWords } from "./forces";
import { log } from "./log";
import { map } from "./map";
import Mobilize from "./Mobilize.svelte";
import MovePanel from "./MovePanel.svelte";
import Objectives from "./Objectives.svelte";
import Politics from "./Politics.svelte";
import Purchase from "./Purchase.svelte";
import RaidTargets from "./RaidTargets.svelte";
import Scramble from "./Scramble.svelte";
import Standing from "./Standing.svelte";
import { tutorial } from "./tutorial";

/** Questions that are decided within a battle, in its overlay. */
const BATTLE = ["ax.losses", "ax.air_losses", "ax.bombers_lost", "ax.retreat", "ax.submerge", "ax.stay_or_leave"];

export const look: GameLook<View> = {
  game: "pacific",
  title: "Pacific 1940",
  nations: NATIONS,
  status: (view) => ({ round: `Round ${view.round}`, phase: view.phase, acting: view.acting }),
  map,
  order: () => POWERS,
  label: spoken,
  aliases: (word) => [FACTS.territories[word]?.city ?? "", FACTS.zones[word]?.name.replace(/^sea zone /, "sz ") ?? ""].filter(Boolean),
  glyph: (word) => (unit(kindOf(word)) ? kindOf(word) : undefined),
  facts: (view, nation) => {
    const power = view.powers[nation];
    if (!power) return [];
    return [
      { icon: "coin", value: power.treasury, title: `${power.treasury} IPCs in hand` },
      { icon: "factory", value: `+${power.production}`, title: `${power.production} IPCs of production each turn` },
      { icon: "swords", value: power.at_war_with.length, title: power.at_war_with.length ? `At war with ${power.at_war_with.map((other) => FACTS.powers[other]?.name ?? other).join(", ")}` : "At peace", tone: power.at_war_with.length ? "bad" : undefined },
    ];
  },
  log,
  panels: {
    "ax.purchase": Purchase,
    "ax.declare": Politics,
    "ax.declare_at_last": Politics,
    "ax.combat_move": MovePanel,
    "ax.noncombat_move": MovePanel,
    "ax.mobilize": Mobilize,
    "ax.scramble": Scramble,
    "ax.intercept": Scramble,
    "ax.kamikaze": Kamikaze,
    "ax.raid_targets": RaidTargets,
    ...Object.fromEntries(BATTLE.map((what) => [what, InBattle])),
  },
  overlay: {
    battle: (view) => view.battle?.space,
    title: (view) => (view.battle ? `Battle of ${spoken(view.battle.space)}: ${spoken(view.battle.attacker)} attacks` : ""),
    component: Battle,
    moment: ({ event }) => (event === "ax.battle" ? "begins" : event === "ax.battle_over" ? "ends" : null),
    told: closedOf,
  },
  moment: (what) => (what === "ax.purchase" ? "turn" : BATTLE.includes(what) ? "battle" : null),
  undone: (view, mine) => {
    if (view.waiting.what !== "ax.noncombat_move" || !mine.includes(view.acting)) return [];
    const idle: Record<string, number> = {};
    for (const stack of Object.values(view.units).flat()) if (stack.owner === view.acting && !stack.acted && unit(stack.kind)?.move) idle[stack.kind] = (idle[stack.kind] ?? 0) + (stack.n ?? 1);
    const most = Object.entries(idle).sort(([, one], [, other]) => other - one);
    return most.length ? [`${inWords(most.slice(0, 3))}${most.length > 3 ? ` and ${most.length - 3} more kinds` : ""} have not moved`] : [];
  },
  battle: async (desk, area) => (await import("./prospects")).battleIn(desk, area),
  sheets: [
    { id: "objectives", name: "Objectives", icon: "target", key: "o", component: Objectives },
    { id: "standing", name: "Standing orders", icon: "shield", key: "s", component: Standing },
  ],
  tutorial,
};
