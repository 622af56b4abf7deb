/** The events of Pacific 1940 as lines of the log. */
import type { GameEvent } from "../../api/pacific";
import type { LogLine } from "../../game/look";
import type { ToldEvent } from "../../seat/sight";

export function log(told: ToldEvent): LogLine {
  const event = told as unknown as GameEvent;
  const text = event.says;
  switch (event.event) {
    case "ax.turn": return { text, nation: event.power, heading: true, kind: "turn" };
    case "ax.moved": return { text, nation: event.power, kind: "move", areas: event.target ? [...event.path, event.target] : event.path };
    case "ax.battle": return { text, nation: event.attacker, kind: "battle", areas: [event.space] };
    case "ax.fired": return { text, kind: "dice", areas: [event.space] };
    case "ax.lost": return { text, kind: "battle", areas: [event.space] };
    case "ax.battle_over": return { text, kind: "battle", areas: [event.space] };
    case "ax.retreated": return { text, nation: event.power, kind: "battle", areas: [event.space, event.to].filter(Boolean) };
    case "ax.scrambled": return { text, nation: event.power, kind: "battle", areas: [event.base, event.zone] };
    case "ax.submerged": return { text, nation: event.power, kind: "battle", areas: [event.zone] };
    case "ax.kamikazes": return { text, kind: "battle", areas: [event.zone] };
    case "ax.control": return { text, nation: event.to, kind: "battle", areas: [event.place] };
    case "ax.mobilized": return { text, nation: event.power, areas: [event.place] };
    case "ax.convoys": return { text, nation: event.power, kind: "money", areas: [event.zone] };
    case "ax.bombed": case "ax.intercepted": case "ax.neutral": return { text, areas: [event.place] };
    case "ax.rescued": case "ax.recalled": case "ax.repaired": case "ax.ship_repaired": return { text, nation: event.power, areas: [event.place] };
    case "ax.bought": case "ax.income": case "ax.objective": case "ax.bonus": case "ax.refunded": return { text, nation: event.power, kind: "money" };
    case "ax.war": return { text, nation: event.power, kind: "politics" };
    default: return { text };
  }
}
