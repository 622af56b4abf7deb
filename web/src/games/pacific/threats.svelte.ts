/** Threats, asked for when the layer is on and the position has changed. */
import { get } from "../../api/client";
import type { Counter, View } from "../../api/pacific";
import type { AreaMark } from "../../map/types";
import { Seat } from "../../seat/seat.svelte";
import type { Sight } from "../../seat/sight";
import { nameOf } from "./facts";
import { inWords, percent } from "./forces";

let known = $state.raw<{ key: string; threats: Record<string, Counter> }>({ key: "", threats: {} });
let asked = "";

async function look(seat: Seat<View>, nation: string, key: string) {
  asked = key;
  try {
    known = { key, threats: await get<Record<string, Counter>>(`/tables/${seat.id}/seats/${encodeURIComponent(seat.name)}/threats`, { nation }) };
  } catch {
    known = { key, threats: {} };
  }
}

export function threatMarks(view: View, sight: Sight<View>): AreaMark[] {
  if (!(sight instanceof Seat)) return [];
  const nation = sight.nations.includes(view.acting) ? view.acting : (sight.nations[0] ?? "");
  const key = `${sight.id} ${sight.ask} ${nation}`;
  if (asked !== key) queueMicrotask(() => void look(sight as Seat<View>, nation, key));
  return Object.entries(known.threats).map(([area, threat]) => ({
    area,
    glyph: "swords",
    text: percent(threat.win),
    tone: threat.win >= 0.6 ? "bad" : threat.win >= 0.3 ? "warn" : "good",
    title: `${nameOf(threat.power)} could attack with at most ${inWords(threat.units)}`,
  }));
}
