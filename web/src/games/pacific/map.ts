/** Pacific 1940 on the map: who holds what, what stands where, and layers. */
import type { Stack as Units, View } from "../../api/pacific";
import type { Layer, MapLook } from "../../game/look";
import type { AreaMark, Arrow, Group, Marker, Stack } from "../../map/types";
import { eventsOf, type Sight } from "../../seat/sight";
import { bonusOf, distance } from "./objectives";
import { threatMarks } from "./threats";
import { FACTS, isSea, nameOf, ORDER, plural, POWERS } from "./facts";

const count = (stack: Units) => stack.n ?? 1;

function groups(stacks: Units[]): Group[] {
  const found = new Map<string, Group & { kind: string }>();
  for (const stack of stacks) {
    const badge = stack.hits ? "damaged" : stack.cargo?.length ? "loaded" : stack.acted ? "spent" : undefined;
    const key = `${stack.kind} ${badge ?? ""}`;
    const known = found.get(key) ?? { kind: stack.kind, glyph: stack.kind, count: 0, label: "", badge };
    known.count += count(stack);
    found.set(key, known);
  }
  return [...found.values()]
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
    .map(({ kind, ...group }) => ({ ...group, label: `${group.count} ${plural(kind, group.count)}${group.badge === "damaged" ? " (damaged)" : group.badge === "loaded" ? " (loaded)" : ""}` }));
}

export function stacks(view: View): Stack[] {
  return Object.entries(view.units).flatMap(([area, all]) => {
    const owners = [...new Set(all.map((stack) => stack.owner))];
    return owners.map((nation) => ({ id: `${area} ${nation}`, area, nation, groups: groups(all.filter((stack) => stack.owner === nation)) }));
  });
}

const FACILITY: Record<string, string> = { major_ic: "factory", minor_ic: "factory", air_base: "airbase", naval_base: "anchor" };

function markers(view: View): Marker[] {
  const cities = Object.entries(FACTS.territories).flatMap(([area, spot]): Marker[] =>
    spot.city ? [{ id: `${area} city`, area, glyph: "star", label: `Victory city ${spot.city}`, tone: "warn" }] : [],
  );
  const built = Object.entries(view.facilities).flatMap(([area, all]) =>
    all.map((one): Marker => ({
      id: `${area} ${one.kind}`,
      area,
      glyph: FACILITY[one.kind] ?? "factory",
      label: `${FACTS.facilities[one.kind] ?? one.kind}${one.damage ? `, ${one.damage} damage` : ""}`,
      text: one.damage ? String(-one.damage) : one.kind === "minor_ic" ? "m" : undefined,
      tone: one.damage ? "bad" : "plain",
    })),
  );
  return [...cities, ...built];
}

const layers: Layer<View>[] = [
  { id: "threats", name: "Threats to your areas", marks: threatMarks },
  {
    id: "income",
    name: "Income",
    marks: (view) => Object.entries(FACTS.territories).flatMap(([area, spot]): AreaMark[] => (spot.value ? [{ area, text: String(spot.value), glyph: "coin", title: `Worth ${spot.value} IPCs to ${nameOf(view.control[area] ?? "")}` }] : [])),
  },
  {
    id: "objectives",
    name: "Objectives",
    marks: (view, sight) => {
      const powers = sight.nations.length ? sight.nations : [view.acting];
      const wanted = Object.values(FACTS.objectives).filter((one) => powers.includes(one.power));
      return wanted.flatMap((one) => one.territories.map((area): AreaMark => {
        const done = distance(view, one).missing.includes(area) ? false : true;
        return { area, text: one.each ? `+${one.bonus}` : `${one.bonus}`, glyph: "target", tone: done ? "good" : bonusOf(view, one) ? "good" : "warn", title: one.title };
      }));
    },
  },
  {
    id: "cities",
    name: "Victory cities",
    marks: (view) => Object.entries(FACTS.territories).flatMap(([area, spot]): AreaMark[] => (spot.city ? [{ area, text: spot.city, tone: FACTS.powers[view.control[area] ?? ""]?.side === "axis" ? "bad" : "info" }] : [])),
  },
  {
    id: "convoys",
    name: "Convoy zones",
    marks: () => Object.entries(FACTS.zones).flatMap(([area, zone]): AreaMark[] => (zone.convoy ? [{ area, glyph: "transport", text: "convoy" }] : [])),
  },
  {
    id: "scramble",
    name: "Where aircraft can scramble",
    marks: (view) => {
      const found: AreaMark[] = [];
      for (const [area, zone] of Object.entries(FACTS.zones)) {
        const planes = zone.coasts.reduce((sum, spot) => {
          if (!view.facilities[spot]?.some((one) => one.kind === "air_base" && (one.damage ?? 0) < 3)) return sum;
          return sum + Math.min(3, (view.units[spot] ?? []).filter((stack) => ["fighter", "tactical_bomber"].includes(stack.kind)).reduce((all, stack) => all + count(stack), 0));
        }, 0);
        if (planes) found.push({ area, glyph: "fighter", text: String(planes), tone: "info", title: `${planes} aircraft stand at air bases beside it` });
      }
      return found;
    },
  },
  {
    id: "kamikaze",
    name: "Kamikaze zones",
    marks: (view) => Object.entries(FACTS.zones).flatMap(([area, zone]): AreaMark[] => (zone.kamikaze && view.kamikazes ? [{ area, glyph: "airbase", text: "kamikaze", tone: "bad" }] : [])),
  },
];

/** The moves of the turn under way, as arrows. */
function arrows(view: View, sight: Sight<View>): Arrow[] {
  const found: Arrow[] = [];
  for (const message of sight.messages.slice(-60)) {
    eventsOf(message).forEach((event, at) => {
      if (event.event === "ax.turn" || event.event === "ax.battle_over") found.length = event.event === "ax.turn" ? 0 : found.length;
      if (event.event !== "ax.moved") return;
      const path = event.path as string[];
      const target = event.target as string;
      const attack = ["Combat Move", "Conduct Combat"].includes(view.phase) && !!(event.purpose || target || isEnemy(view, event.power as string, path.at(-1) ?? ""));
      found.push({ id: `${message.seq}.${at}`, path: target ? [...path, target] : path, nation: event.power as string, kind: attack ? "attack" : "done" });
    });
  }
  return found.slice(-12);
}

function isEnemy(view: View, power: string, space: string): boolean {
  const wars = view.powers[power]?.at_war_with ?? [];
  return isSea(space) ? (view.units[space] ?? []).some((stack) => wars.includes(stack.owner)) : wars.includes(view.control[space] ?? "");
}

export const map: MapLook<View> = {
  name: "pacific",
  control: (view) => Object.fromEntries(Object.keys(FACTS.territories).map((spot) => [spot, view.control[spot] || (view.neutrals[spot] ? "neutral" : "")])),
  stacks,
  markers,
  layers,
  arrows,
  home: (view, nations) => {
    const own = nations.length ? nations : [view.acting];
    const areas = Object.entries(view.units).flatMap(([area, all]) => (all.some((stack) => own.includes(stack.owner)) ? [area] : []));
    return areas.length > 14 ? own.flatMap((power) => FACTS.capitals[power] ?? []).concat(areas.slice(0, 9)) : areas;
  },
  card: (view, area) => {
    const [spot, zone] = [FACTS.territories[area], FACTS.zones[area]];
    const lines = [];
    if (spot?.value) lines.push({ label: "Income", value: `${spot.value} IPCs` });
    if (spot?.city) lines.push({ label: "Victory city", value: spot.city });
    if (view.neutrals[area]) lines.push({ label: "Neutral", value: view.neutrals[area]! });
    for (const one of view.facilities[area] ?? []) lines.push({ label: "Facility", value: `${FACTS.facilities[one.kind]}${one.damage ? ` (${one.damage} damage)` : ""}` });
    if (zone?.convoy) lines.push({ label: "Convoys", value: "can be disrupted here", rule: "AA-INC-03" });
    if (zone?.kamikaze) lines.push({ label: "Kamikazes", value: `can strike here (${view.kamikazes} left)`, rule: "AA-KAMI-02" });
    const wars = POWERS.filter((power) => view.powers[power]!.at_war_with.includes(view.control[area] ?? ""));
    if (spot && wars.length) lines.push({ label: "Its enemies", value: wars.map(nameOf).join(", ") });
    return { lines };
  },
};
