/** What lies on the map of War Room: Command stacks, markers, layers, arrows, cards of regions. */
import type { View } from "../../api/warroom";
import type { AreaFacts, Layer, MapLook } from "../../game/look";
import type { AreaMark, Arrow, Marker, Stack } from "../../map/types";
import { eventsOf, type Sight } from "../../seat/sight";
import {
  amountsInWords, BUILDABLE, counted, CONVOYS, glyphOf, inWords, isSea, keyOf, nationName, numberOf, PASSAGES, scenarioOf,
  sideName, sideOf, TERRITORIES, unitName, unitsOf, yieldOf,
} from "./facts";
import { threatMarks } from "./threats";

const groupsOf = (units: [string, number][]) =>
  units.map(([kind, count]) => ({ glyph: glyphOf(kind), count, label: `${count} ${unitName(kind, count)}` }));

function stacks(view: View): Stack[] {
  const found: Stack[] = Object.values(view.commands).map((command) => {
    const transport = command.category === "land" && isSea(command.region);
    const badge = command.tagged ? ("spent" as const) : transport || command.dived ? ("loaded" as const) : undefined;
    return {
      id: keyOf(command),
      area: command.region,
      nation: command.nation,
      tag: String(command.number),
      groups: groupsOf(unitsOf(command)).map((group) => ({ ...group, badge })),
    };
  });
  for (const [key, count] of Object.entries(view.fighters)) {
    const [area, nation] = key.split("/") as [string, string];
    found.push({ id: `fighters-${key}`, area, nation, tag: "CF", groups: groupsOf([["carrier_fighter", count]]) });
  }
  for (const [area, counts] of Object.entries(view.forces)) {
    found.push({ id: `force-${area}`, area, nation: "neutral", tag: "DF", groups: groupsOf(counted(counts, ["infantry", "artillery", "fighter"])) });
  }
  const order = (stack: Stack) => view.turn_order.indexOf(stack.nation);
  return found.sort((one, other) => order(one) - order(other));
}

const HOTSPOTS: Record<string, { label: string; tone: "bad" | "warn" }> = {
  embattled: { label: "Embattled", tone: "warn" },
  contested: { label: "Embattled and fought over again this round", tone: "bad" },
  active: { label: "Hotspot: to be fought this round", tone: "bad" },
};

function markers(view: View): Marker[] {
  const found: Marker[] = [];
  for (const [area, marker] of Object.entries(view.markers)) {
    const { label, tone } = HOTSPOTS[marker] ?? { label: marker, tone: "warn" };
    found.push({ id: `hotspot-${area}`, area, glyph: marker === "embattled" ? "flag" : "swords", label, tone });
  }
  for (const area of scenarioOf(view).capitals) found.push({ id: `capital-${area}`, area, glyph: "star", label: "Capital" });
  for (const [area, count] of Object.entries(view.bombs)) {
    found.push({ id: `bombs-${area}`, area, glyph: "wr-bomb", label: `${count} Bomb Tokens`, text: String(count), tone: "bad" });
  }
  for (const [area, label, lists] of underConstruction(view)) {
    found.push({ id: `building-${area}`, area, glyph: "factory", label, text: String(lists), tone: "info", nation: view.control[area] });
  }
  return found;
}

function underConstruction(view: View): [string, string, number][] {
  const areas = [...new Set([...Object.keys(view.building), ...Object.keys(view.deferred)])];
  return areas.flatMap((area) => {
    const both = BUILDABLE.map((_, at) => (view.building[area]?.[at] ?? 0) + (view.deferred[area]?.[at] ?? 0));
    const number = both.reduce((sum, count) => sum + count, 0);
    return number ? [[area, `Under construction: ${inWords(counted(both))}`, number] as [string, string, number]] : [];
  });
}

// Layers

const outside: Layer<View> = {
  id: "theatre",
  name: "Shade what is outside the scenario",
  on: true,
  marks(view) {
    const inside = new Set(scenarioOf(view).regions);
    if (view.scenario === "global") return [];
    return [...Object.keys(TERRITORIES), ...SEAS].filter((area) => !inside.has(area)).map((area) => ({ area, fill: "var(--map-void)" }));
  },
};

/** Every sea region of the printed map. */
const SEAS = (Object.entries({ A: [1, 19], M: [1, 6], I: [1, 10], P: [0, 20] }) as [string, [number, number]][]).flatMap(([sea, [from, to]]) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${sea}-${from + at}`),
);

const inPlay = (view: View) => {
  const regions = new Set(scenarioOf(view).regions);
  return Object.entries(TERRITORIES).filter(([id]) => regions.has(id));
};

const resources: Layer<View> = {
  id: "resources",
  name: "Resources (Oil · Iron · OSR)",
  marks: (view) =>
    inPlay(view).flatMap(([area]) => {
      const amounts = yieldOf(view, area);
      if (!amounts.some(Boolean)) return [];
      return [{ area, text: amounts.join("·"), title: amountsInWords(amounts), tone: view.markers[area] ? ("warn" as const) : ("plain" as const) }];
    }),
};

const industry: Layer<View> = {
  id: "industry",
  name: "Industry and Ports",
  marks: (view) =>
    inPlay(view).flatMap(([area, card]): AreaMark[] => {
      const bombed = view.bombs[area] ?? 0;
      const room = Math.max(0, (card.industry ?? 0) - bombed);
      if (card.industry) return [{ area, glyph: "factory", text: `${room}${card.ports ? " ⚓" : ""}`, tone: bombed ? "bad" : "info", title: `Industry ${room}` }];
      if (card.ports) return [{ area, glyph: "anchor", tone: bombed ? "bad" : "plain", title: "Port" }];
      if (card.mobilization) return [{ area, glyph: "infantry", text: String(card.mobilization), title: "Mobilization" }];
      return [];
    }),
};

const rails: Layer<View> = {
  id: "rails",
  name: "Rails",
  marks: (view) => {
    const shown = new Map(inPlay(view));
    return [...shown].flatMap(([area, card]) =>
      (card.rails ?? [])
        .filter((other) => area < other && shown.has(other))
        .map((to): AreaMark => ({ area, to, tone: worn(view, area) || worn(view, to) ? "bad" : "plain", title: "Rail" })),
    );
  },
};

/** Whether the Rails of a territory cannot be used: its holder is in the Yellow Zone or worse. */
const worn = (view: View, area: string) => (view.zone[view.control[area] ?? ""] ?? 0) >= 2;

const passages: Layer<View> = {
  id: "passages",
  name: "Narrow passages",
  marks: (view) => {
    const regions = new Set(scenarioOf(view).regions);
    return Object.values(PASSAGES)
      .filter(({ between }) => between.every((sea) => regions.has(sea)))
      .flatMap(({ name, between, controls }): AreaMark[] => {
        const holders = [...new Set(controls.map((area) => sideOf(view.control[area] ?? "") || view.aligned[area] || "nobody"))];
        const open = holders.length === 1 && holders[0] !== "nobody" ? `open to ${sideName(holders[0]!)}` : "closed";
        return [{ area: between[0], to: between[1], text: name, title: `${name}: ${open}`, tone: open === "closed" ? "bad" : "info" }];
      });
  },
};

const convoys: Layer<View> = {
  id: "convoys",
  name: "Convoys",
  marks: (view) => {
    const regions = new Set(scenarioOf(view).regions);
    const found = new Map<string, [number, number, number]>();
    for (const convoy of Object.values(CONVOYS)) {
      if (!regions.has(convoy.sea)) continue;
      const total = found.get(convoy.sea) ?? [0, 0, 0];
      convoy.ships.forEach((count, at) => (total[at as 0 | 1 | 2] += count));
      found.set(convoy.sea, total);
    }
    return [...found].map(([area, ships]) => ({ area, glyph: "transport", text: ships.join("·"), title: `Convoys: ${amountsInWords(ships)}`, tone: "info" as const }));
  },
};

const values: Layer<View> = {
  id: "values",
  name: "Strategic values",
  marks: (view) => inPlay(view).flatMap(([area, card]) => (card.value ? [{ area, text: String(card.value), title: `Strategic Value ${card.value}` }] : [])),
};

const neutrals: Layer<View> = {
  id: "neutrals",
  name: "Neutrals and pacts",
  marks: (view) =>
    inPlay(view).flatMap(([area, card]): AreaMark[] => {
      if (card.neutral) {
        const side = sideOf(view.control[area] ?? "") || view.aligned[area];
        const text = side ? `with ${sideName(side)}` : card.neutral === "pro_allied" ? "leans to the Allies" : "neutral";
        return [{ area, text, tone: side ? "info" : "plain", fill: side ? undefined : "var(--map-backdrop)" }];
      }
      const holder = view.control[area];
      if (view.pact && (holder === "soviet" || holder === "japan") && card.colour === holder) return [{ area, text: "Pact", tone: "good" }];
      return [];
    }),
};

// Arrows that stand: what was carried out in this round, and plans that may be known

function arrows(view: View, sight: Sight<View>): Arrow[] {
  const found = plans(view, sight.nations);
  if (view.phase !== "movement" && view.phase !== "combat") return together(found);
  for (let at = sight.messages.length - 1; at >= 0; at--) {
    const events = eventsOf(sight.messages[at]!);
    for (let place = events.length - 1; place >= 0; place--) {
      const event = events[place]!;
      if (event.event === "wr.phase" && String(event["phase"]).startsWith("Phase 3")) return together(found);
      if (event.event === "wr.moved") found.push(executed(event as unknown as { command: string; start: string; end: string; via: string }, found.length));
    }
  }
  return together(found);
}

/** Arrows with the same way are one, with all their numbers. */
function together(arrows: Arrow[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const arrow of arrows) {
    const key = `${arrow.nation}/${arrow.kind}/${arrow.path.join(">")}`;
    const known = found.get(key);
    found.set(key, known ? { ...known, chip: { text: `${arrow.chip?.text}·${known.chip?.text}` } } : arrow);
  }
  return [...found.values()];
}

function executed(event: { command: string; start: string; end: string; via: string }, at: number): Arrow {
  const nation = event.command.slice(0, event.command.lastIndexOf("-"));
  const way = isSea(event.via) || TERRITORIES[event.via] ? [event.start, event.via, event.end] : [event.start, event.end];
  return { id: `moved-${at}-${event.command}`, path: way, kind: "done", nation, chip: { text: numberOf(event.command) } };
}

/** Orders that are written and not revealed yet: the seat's own, and its allies' where plans are shared. */
function plans(view: View, mine: readonly string[]): Arrow[] {
  const known: Record<string, [string, string][]> = {};
  for (const [nation, sheet] of Object.entries(view.sheets)) {
    if (view.waiting.what === "wr.2.sheets" && Array.isArray(sheet)) known[nation] = sheet[0] as [string, string][];
  }
  Object.assign(known, view.orders);
  const asked = new Set(view.waiting.what === "wr.2.sheets" ? view.waiting.questions.map((question) => question.nation) : []);
  return Object.entries(known).flatMap(([nation, orders]) =>
    asked.has(nation)
      ? [] // the order book draws them
      : orders.flatMap(([key, end], at): Arrow[] => {
          const start = view.commands[key]?.region;
          if (!start || start === end) return [];
          return [{ id: `plan-${key}-${at}`, path: [start, end], kind: mine.includes(nation) ? "plan" : "ally", nation, chip: { text: numberOf(key) } }];
        }),
  );
}

// Cards

function card(view: View, area: string): AreaFacts {
  const facts = TERRITORIES[area];
  const lines: AreaFacts["lines"] = [];
  const say = (label: string, value: string, rule?: string) => lines.push({ label, value, rule });
  if (facts) {
    if (facts.neutral && !view.control[area]) say("Neutral", view.aligned[area] ? `with ${sideName(view.aligned[area]!)}` : facts.neutral === "pro_allied" ? "leans to the Allies" : "stands apart", "WR-NEUT-01");
    if (facts.capital) say("Capital of", nationName(facts.capital), "WR-VICT-02");
    say("Strategic Value", String(facts.value));
    say("Income", amountsInWords(facts.income), "WR-ECON-01");
    if (view.markers[area]) say("Income while Embattled", amountsInWords(facts.embattled), "WR-ECON-06");
    if (facts.industry) say("Industry", `${Math.max(0, facts.industry - (view.bombs[area] ?? 0))} of ${facts.industry}`, "WR-PROD-07");
    if (facts.mobilization) say("Mobilization", String(facts.mobilization), "WR-PROD-24");
    if (facts.ports) say("Ports on", facts.ports.join(", "), "WR-BATT-20");
    if (facts.rails) say("Rails to", facts.rails.join(", "), "WR-MOVE-04");
    if (facts.trades) say("Trades", facts.trades === "osr" ? "OSR" : facts.trades, "WR-PROD-11");
  }
  for (const convoy of Object.values(CONVOYS)) {
    if (convoy.sea === area) say(`Convoy ${convoy.territory ?? `${convoy.origin} to ${convoy.destination}`}`, amountsInWords(convoy.ships), "WR-CONV-01");
  }
  for (const passage of Object.values(PASSAGES)) {
    if (passage.between.includes(area)) say(passage.name, `held from ${passage.controls.join(" and ")}`, "WR-PASS-01");
  }
  if (view.markers[area]) say("Marker", HOTSPOTS[view.markers[area]!]?.label ?? view.markers[area]!, "WR-HOT-01");
  for (const [where, label] of underConstruction(view)) if (where === area) say("Works", label.replace("Under construction: ", ""));
  return { lines };
}

function home(view: View, nations: readonly string[]): string[] {
  const fronts = Object.keys(view.markers);
  const shown = nations.length ? nations : view.nations;
  const own = Object.values(view.commands).filter((command) => shown.includes(command.nation)).map((command) => command.region);
  if (nations.length > 2 || view.scenario === "global") return [...new Set(own)].slice(0, 12);
  return [...new Set([...own, ...fronts.filter((area) => own.includes(area))])];
}

export const map: MapLook<View> = {
  name: "warroom",
  control: (view) => view.control,
  stacks,
  markers,
  home,
  layers: [outside, { id: "threats", name: "Threats to your regions", marks: threatMarks }, resources, industry, rails, passages, convoys, values, neutrals],
  arrows,
  card,
};
