/** The layer of threats: the worst that all enemies together could do in each region of ours this round. */
import type { Threat, View } from "../../api/warroom";
import { Threats, toneOfThreat } from "../../game/threats.svelte";
import type { AreaMark } from "../../map/types";
import type { Sight } from "../../seat/sight";
import { inWords, nationName } from "./facts";

const threats = new Threats<Threat>();

export function threatMarks(_: View, sight: Sight<View>): AreaMark[] {
  const worst = new Map<string, Threat>();
  for (const [area, threat] of threats.of(sight, [...sight.nations])) if ((worst.get(area)?.win ?? -1) < threat.win) worst.set(area, threat);
  return [...worst].map(([area, { nations, units, win }]) => ({
    area, glyph: "swords", text: `${Math.round(win * 100)} %`, tone: toneOfThreat(win),
    title: `${nations.map(nationName).join(" and ")} could bring at most ${inWords(Object.entries(units))}: ${Math.round(win * 100)} % to clear it, with the usual stances`,
  }));
}
