/** Where things are on a map: what lies under a point, what lies in a direction, how an arrow runs. */
import type { Area, Atlas, Point } from "./atlas";

/** Finds areas under points of the drawing, without asking the page. */
export class Finder {
  private readonly shapes: { area: Area; path: Path2D; box: [number, number, number, number] }[];
  private readonly paper = document.createElement("canvas").getContext("2d")!;

  constructor(private readonly atlas: Atlas) {
    this.shapes = [...atlas.regions.values()].map((area) => ({ area, path: new Path2D(area.path), box: boxOf(area.path) }));
    this.shapes.sort((one, other) => size(one.box) - size(other.box));
  }

  /** The area at a point; a bubble within `reach` of its edge comes first, so that small islands are easy to hit. */
  at(point: Point, reach = 0): Area | null {
    const [x, y] = this.inside(point);
    let near: Area | null = null;
    let least = Infinity;
    for (const { area } of this.shapes) {
      if (!area.bubble) continue;
      const gap = Math.hypot(x - area.anchor[0], y - area.anchor[1]) - area.bubble;
      if (gap < reach && gap < least) [near, least] = [area, gap];
    }
    if (near) return near;
    for (const { area, path, box } of this.shapes) {
      if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) continue;
      if (this.paper.isPointInPath(path, x, y)) return area;
    }
    return null;
  }

  /** A point of a map that goes round, brought back into its frame. */
  private inside([x, y]: Point): Point {
    return this.atlas.wraps ? [mod(x, this.atlas.width), y] : [x, y];
  }
}

export const mod = (value: number, by: number) => ((value % by) + by) % by;

const size = (box: [number, number, number, number]) => (box[2] - box[0]) * (box[3] - box[1]);

function boxOf(path: string): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
    box[0] = Math.min(box[0], Number(x));
    box[1] = Math.min(box[1], Number(y));
    box[2] = Math.max(box[2], Number(x));
    box[3] = Math.max(box[3], Number(y));
  }
  return box;
}

/** From one x to another the short way round. */
export function across(atlas: Atlas, from: number, to: number): number {
  if (!atlas.wraps) return to;
  const step = mod(to - from + atlas.width / 2, atlas.width) - atlas.width / 2;
  return from + step;
}

export type Direction = "up" | "down" | "left" | "right";

/** The nearest area in a direction, by its anchor. */
export function neighbour(atlas: Atlas, from: string, direction: Direction): string | null {
  const start = atlas.regions.get(from);
  if (!start) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const area of atlas.regions.values()) {
    if (area.id === from) continue;
    const dx = across(atlas, start.anchor[0], area.anchor[0]) - start.anchor[0];
    const dy = area.anchor[1] - start.anchor[1];
    const [along, aside] = { right: [dx, dy], left: [-dx, dy], down: [dy, dx], up: [-dy, dx] }[direction] as [number, number];
    if (along <= 1 || Math.abs(aside) > along * 2) continue;
    const distance = along + Math.abs(aside) * 1.6;
    if (distance < least) [best, least] = [area.id, distance];
  }
  return best;
}

export interface Drawn {
  line: string;
  head: string;
  /** Where a chip stands. */
  at: Point;
}

/** An arrow through the anchors of areas, bent a little so that ways to and fro do not cover each other. */
export function arrow(atlas: Atlas, path: string[], scale: number): Drawn | null {
  const points: Point[] = [];
  for (const id of path) {
    const area = atlas.regions.get(id);
    if (!area) continue;
    const last = points.at(-1);
    points.push([last ? across(atlas, last[0], area.anchor[0]) : area.anchor[0], area.anchor[1]]);
  }
  const end = points.at(-1);
  if (points.length < 2 || !end) return null;
  const before = points.at(-2)!;
  const [dx, dy] = [end[0] - before[0], end[1] - before[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(length * 0.14, 26 / scale);
  const control: Point = [(before[0] + end[0]) / 2 - (dy / length) * bend, (before[1] + end[1]) / 2 + (dx / length) * bend];
  const [hx, hy] = [end[0] - control[0], end[1] - control[1]];
  const reach = Math.hypot(hx, hy) || 1;
  const [ux, uy] = [hx / reach, hy / reach];
  const back = 13 / scale;
  const wide = 6.5 / scale;
  const neck: Point = [end[0] - ux * back * 0.8, end[1] - uy * back * 0.8];
  const start = points.slice(0, -1).map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  return {
    line: `${start}Q${control[0]} ${control[1]} ${neck[0]} ${neck[1]}`,
    head: `M${end[0]} ${end[1]}L${end[0] - ux * back - uy * wide} ${end[1] - uy * back + ux * wide}L${end[0] - ux * back + uy * wide} ${end[1] - uy * back - ux * wide}Z`,
    at: [control[0], control[1]],
  };
}
