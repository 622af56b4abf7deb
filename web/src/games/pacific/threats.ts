/** The layer of threats: the strongest attack of one enemy on each area of the nation that moves, or of the seat's first. */
import type { Counter, View } from "../../api/pacific";
import { Threats, toneOfThreat } from "../../game/threats.svelte";
import type { AreaMark } from "../../map/types";
import type { Sight } from "../../seat/sight";
import { nameOf } from "./facts";
import { inWords, percent } from "./forces";

const threats = new Threats<Counter>();

export function threatMarks(view: View, sight: Sight<View>): AreaMark[] {
  const nation = sight.nations.includes(view.acting) ? view.acting : (sight.nations[0] ?? "");
  return threats.of(sight, [nation]).map(([area, threat]) => ({
    area, glyph: "swords", text: percent(threat.win), tone: toneOfThreat(threat.win),
    title: `${nameOf(threat.power)} could attack with at most ${inWords(threat.units)}`,
  }));
}
