/** Where the stacks of an area stand: plates of fixed size on the screen, so that they never hide the map. */
import type { Area, Atlas, Point } from "./atlas";
import type { Group, Marker, Stack } from "./types";

/** How much is shown: a badge for each nation, glyphs without marks, everything. */
export type Level = 0 | 1 | 2;

export interface Cell {
  group: Group;
  x: number;
  y: number;
}

/** A stack in pixels of the screen, relative to the anchor of its area. */
export interface Plate {
  stack: Stack;
  x: number;
  y: number;
  width: number;
  height: number;
  cells: Cell[];
  total: number;
}

export interface Place {
  area: string;
  at: Point;
  plates: Plate[];
  markers: { marker: Marker; x: number; y: number }[];
}

export const CELL = 25;
export const LINE = 17;
export const BAND = 15;
const MARKER = 15;
/** How many pixels a block steps aside at most, and how often all of them are looked at: one that made room may be in another's way. */
const FARTHEST = 12;
const ROUNDS = 4;

const PER_ROW: Record<Level, number> = { 0: 1, 1: 3, 2: 4 };

export function levelOf(scale: number): Level {
  return scale < 0.85 ? 0 : scale < 1.7 ? 1 : 2;
}

function plate(stack: Stack, level: Level): Plate {
  const total = stack.strength ?? stack.groups.reduce((sum, group) => sum + group.count, 0);
  if (level === 0) return { stack, x: 0, y: 0, width: 30, height: 15, cells: [], total };
  const across = Math.min(PER_ROW[level], Math.max(stack.groups.length, 1));
  const tag = stack.tag ? 26 : 0;
  const cells = stack.groups.map((group, at) => ({
    group,
    x: BAND + tag + (at % across) * CELL,
    y: Math.floor(at / across) * LINE,
  }));
  return {
    stack,
    x: 0,
    y: 0,
    width: BAND + tag + across * CELL + 2,
    height: Math.max(Math.ceil(stack.groups.length / across), 1) * LINE,
    cells,
    total,
  };
}

/** From afar all stacks of a nation in an area are one. */
function merged(stacks: Stack[]): Stack[] {
  const found = new Map<string, Stack>();
  for (const stack of stacks) {
    const key = `${stack.area}/${stack.nation}`;
    const known = found.get(key);
    found.set(key, known ? { ...known, groups: [...known.groups, ...stack.groups] } : stack);
  }
  return [...found.values()];
}

export function place(atlas: Atlas, stacks: Stack[], markers: Marker[], level: Level, scale: number): Place[] {
  const places = new Map<string, Place>();
  const at = (area: string) => {
    let found = places.get(area);
    const anchor = atlas.regions.get(area)?.anchor;
    if (!found && anchor) places.set(area, (found = { area, at: anchor, plates: [], markers: [] }));
    return found;
  };
  for (const stack of level ? stacks : merged(stacks)) at(stack.area)?.plates.push(plate(stack, level));
  if (level > 0) for (const marker of markers) at(marker.area)?.markers.push({ marker, x: 0, y: 0 });
  for (const found of places.values()) {
    arrange(found);
    if (level === 0) besideName(found, atlas.regions.get(found.area)!, scale);
  }
  stepApart([...places.values()], scale);
  return [...places.values()];
}

/** From afar the name of an area is large and often stands where its badges do: they step aside, as far as the area has room. */
function besideName({ plates }: Place, area: Area, scale: number) {
  const label = area.labels[0];
  if (!label || !plates.length) return;
  const turn = ((label.angle ?? 0) * Math.PI) / 180;
  const [long, high] = [Math.max(...label.lines.map((line) => line.length)) * 0.29, label.lines.length * 0.5].map((em) => em * label.size * scale) as [number, number];
  const half: Point = [Math.abs(Math.cos(turn)) * long + Math.abs(Math.sin(turn)) * high, Math.abs(Math.sin(turn)) * long + Math.abs(Math.cos(turn)) * high];
  const [x, y] = [(label.at[0] - area.anchor[0]) * scale, (label.at[1] - area.anchor[1]) * scale];
  const tall = plates.reduce((sum, one) => sum + one.height + 2, 0) / 2;
  if (Math.abs(x) > half[0] + plates[0]!.width / 2 || Math.abs(y) > half[1] + tall) return;
  const step = y > 0 ? y - half[1] - tall : y + half[1] + tall;
  if (Math.abs(step) > area.room * scale + tall) return;
  for (const one of plates) one.y += Math.round(step);
}

/** What stands in one area, as a box on the screen, and how far it has stepped aside. */
interface Block {
  found: Place;
  low: Point;
  high: Point;
  aside: Point;
}

function block(found: Place, scale: number): Block {
  const [x, y] = [found.at[0] * scale, found.at[1] * scale];
  const parts = [...found.plates, ...found.markers.map((one) => ({ ...one, width: MARKER, height: MARKER }))];
  return {
    found,
    low: [x + Math.min(...parts.map((one) => one.x)), y + Math.min(...parts.map((one) => one.y))],
    high: [x + Math.max(...parts.map((one) => one.x + one.width)), y + Math.max(...parts.map((one) => one.y + one.height))],
    aside: [0, 0],
  };
}

/** Where what stands in one area would hide what stands in another, both step aside: the shorter way, and only so far that each is still seen where it belongs. */
function stepApart(places: Place[], scale: number) {
  const blocks = places.map((found) => block(found, scale));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, one] of blocks.entries()) {
      for (const other of blocks.slice(0, at)) {
        const over = ([0, 1] as const).map((axis) => Math.min(one.high[axis] + one.aside[axis], other.high[axis] + other.aside[axis]) - Math.max(one.low[axis] + one.aside[axis], other.low[axis] + other.aside[axis]) + 1);
        if (over[0]! <= 1 || over[1]! <= 1) continue;
        const axis = over[0]! < over[1]! ? 0 : 1;
        const way = one.low[axis] + one.high[axis] < other.low[axis] + other.high[axis] ? -1 : 1;
        one.aside[axis] = within(one.aside[axis] + (way * over[axis]!) / 2);
        other.aside[axis] = within(other.aside[axis] - (way * over[axis]!) / 2);
      }
    }
  }
  for (const { found, aside } of blocks) {
    for (const one of [...found.plates, ...found.markers]) {
      one.x += Math.round(aside[0]);
      one.y += Math.round(aside[1]);
    }
  }
}

const within = (step: number) => Math.max(-FARTHEST, Math.min(FARTHEST, step));

/** Plates one under the other around the anchor, markers in a row under them; at whole pixels, so that what is written on
 * them stands everywhere at the same height. */
function arrange(found: Place) {
  const gap = 2;
  const height = found.plates.reduce((sum, { height }) => sum + height + gap, 0) + (found.markers.length ? 15 : 0);
  let y = Math.round(-height / 2);
  for (const one of found.plates) {
    one.x = Math.round(-one.width / 2);
    one.y = y;
    y += one.height + gap;
  }
  const width = found.markers.length * 16;
  found.markers.forEach((one, at) => {
    one.x = -width / 2 + at * 16;
    one.y = y;
  });
}
