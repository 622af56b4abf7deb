/** A line of the log for each thing that happens: what to highlight, and under which heading it stands. */
import type { GameEvent } from "../../api/warroom";
import type { LogLine } from "../../game/look";
import type { ToldEvent } from "../../seat/sight";
import { sideName, stanceName, unitName } from "./facts";

const PHASES: Record<string, string> = {
  economy: "National Economy", planning: "Strategic Planning", movement: "Movement Operations", combat: "Combat Operations",
  refit: "Refit and Deploy", morale: "Morale", production: "Production", setup: "Setup",
};

export const phaseName = (phase: string) => PHASES[phase] ?? phase;

/** `infantry/offense/soviet` in words. */
const spoken = (key: string, count: number) => {
  const [kind = "", stance = ""] = key.split("/");
  return `${count} ${unitName(kind, count)} ${stanceName(stance)}`;
};

const nationOf = (command: string) => command.slice(0, command.lastIndexOf("-"));

export function log(told: ToldEvent): LogLine | null {
  const event = told as unknown as GameEvent;
  const text = told.says;
  switch (event.event) {
    case "wr.phase":
      return { text: `Round ${event.round}, ${event.phase}`, heading: true, kind: "turn" };
    case "wr.moved":
      return { text, kind: "move", nation: nationOf(event.command), areas: [event.start, event.end] };
    case "wr.cancelled":
      return { text, kind: "move", nation: nationOf(event.command), areas: [event.destination] };
    case "wr.pinned":
      return { text, kind: "move", nation: nationOf(event.command), areas: [event.region] };
    case "wr.landed":
      return { text, kind: "move", nation: nationOf(event.command), areas: [event.start, event.end] };
    case "wr.launched":
      return { text, kind: "move", nation: event.nation, areas: [event.start, event.end] };
    case "wr.hotspot":
    case "wr.debriefed":
      return { text, kind: "battle", areas: [event.region] };
    case "wr.picked":
      return { text, kind: "battle", nation: event.nation, areas: [event.region] };
    case "wr.captured":
      return { text, kind: "battle", nation: event.nation, areas: [event.territory] };
    case "wr.garrison":
      return { text, kind: "battle", areas: [event.territory] };
    case "wr.lost":
      return { text, kind: "battle", nation: event.nation, areas: [event.region] };
    case "wr.neutral":
      return { text, kind: "politics", nation: event.nation, areas: [event.territory] };
    case "wr.deployed":
      return { text, kind: "money", nation: event.nation, areas: [event.region] };
    case "wr.placed":
    case "wr.bombs":
      return { text, kind: "money", nation: event.nation, areas: [event.territory] };
    case "wr.traded":
      return { text, kind: "money", nation: event.nation, areas: [event.neutral] };
    case "wr.raid":
      return { text, kind: "battle", nation: event.nation, areas: event.region ? [event.region] : undefined };
    case "wr.batch":
      return { text, kind: "dice" };
    case "wr.hit":
    case "wr.escaped":
      return { text, kind: "battle", nation: event.nation };
    case "wr.stances":
      return { text: `Stances of ${sideName(event.side)}: ${event.stances.map(([key, count]) => spoken(key, count)).join(", ")}.`, kind: "battle" };
    case "wr.stage":
    case "wr.commander":
      return { text, kind: "battle" };
    case "wr.bids":
    case "wr.ended":
    case "wr.pact":
      return { text, kind: "politics" };
    case "wr.income":
    case "wr.paid":
    case "wr.purchased":
    case "wr.repaired":
      return { text, kind: "money", nation: event.nation };
    default:
      return { text, nation: "nation" in event ? String(event.nation) : undefined };
  }
}
