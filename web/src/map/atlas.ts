/** A built map, read once: outlines as SVG paths, anchors, labels, borders. */
import { feature, mesh, neighbors } from "topojson-client";
import type { GeometryCollection, GeometryObject, MultiPolygon, Topology } from "topojson-specification";
import type { MultiLineString, Position } from "geojson";
import { Problem } from "../api/client";

export type Kind = "land" | "sea" | "impassable" | "void" | "backdrop";
export type Point = [number, number];

export interface Label {
  at: Point;
  size: number;
  lines: string[];
  angle?: number;
  outside?: boolean;
}

export interface Area {
  id: string;
  kind: Kind;
  name: string;
  anchor: Point;
  room: number;
  bubble: number;
  labels: (Label | null)[];
  path: string;
}

interface Properties {
  kind: Kind;
  name?: string;
  anchor?: Point;
  room?: number;
  bubble?: number;
  labels?: (Label | null)[];
}

interface File extends Topology {
  map: { name: string; title: string; size: Point; wraps: boolean };
  objects: {
    areas: GeometryCollection<Properties>;
    islets: MultiPolygon;
    links: GeometryCollection<{ between: [string, string]; reason: string }>;
    barriers: GeometryCollection<{ between: [string, string]; reason: string }>;
  };
}

export interface Atlas {
  name: string;
  title: string;
  width: number;
  height: number;
  wraps: boolean;
  areas: Area[];
  /** The regions of the game: what can be pointed at. */
  regions: Map<string, Area>;
  coast: string;
  landBorders: string;
  seaBorders: string;
  islets: string;
  links: string;
  barriers: string;
  relief: string;
  /** The areas beside an area: they share a border that is no barrier, or a line links them. */
  beside(area: string): string[];
}

const number = (value: number) => String(Math.round(value * 10) / 10);

function line(points: Position[]): string {
  return points.map(([x, y], at) => `${at ? "L" : "M"}${number(x ?? 0)} ${number(y ?? 0)}`).join("");
}

const lines = (shape: MultiLineString) => shape.coordinates.map(line).join("");

function rings(geometry: { type: string; coordinates?: unknown }): string {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates as Position[][]] : (geometry.coordinates as Position[][][]);
  return polygons.map((polygon) => polygon.map((ring) => line(ring) + "Z").join("")).join("");
}

export function readAtlas(file: File): Atlas {
  let nearby: Map<string, string[]> | null = null; // found out when somebody asks
  const kindOf = new Map<unknown, Kind>();
  const shapes = feature(file, file.objects.areas).features;
  const areas: Area[] = shapes.map((shape, at) => {
    const facts = shape.properties;
    kindOf.set(file.objects.areas.geometries[at], facts.kind);
    return {
      id: String(shape.id),
      kind: facts.kind,
      name: facts.name ?? "",
      anchor: facts.anchor ?? [0, 0],
      room: facts.room ?? 12,
      bubble: facts.bubble ?? 0,
      labels: facts.labels ?? [null, null, null],
      path: rings(shape.geometry),
    };
  });
  const wet = (object: GeometryObject) => ["sea", "void"].includes(kindOf.get(object) ?? "land");
  const border = (test: (one: GeometryObject, other: GeometryObject) => boolean) =>
    lines(mesh(file, file.objects.areas as GeometryObject as never, (one, other) => one !== other && test(one, other)));
  return {
    name: file.map.name,
    title: file.map.title,
    width: file.map.size[0],
    height: file.map.size[1],
    wraps: file.map.wraps,
    areas,
    regions: new Map(areas.filter((area) => !["void", "backdrop"].includes(area.kind)).map((area) => [area.id, area])),
    coast: border((one, other) => wet(one) !== wet(other)),
    landBorders: border((one, other) => !wet(one) && !wet(other)),
    seaBorders: border((one, other) => wet(one) && wet(other)),
    islets: rings(feature(file, file.objects.islets).geometry),
    links: feature(file, file.objects.links).features.map((link) => lines(link.geometry as MultiLineString)).join(""),
    barriers: feature(file, file.objects.barriers).features.map((link) => lines(link.geometry as MultiLineString)).join(""),
    relief: `/maps/${file.map.name}.avif`,
    beside: (area) => (nearby ??= besides(file)).get(area) ?? [],
  };
}

function besides(file: File): Map<string, string[]> {
  const shapes = file.objects.areas.geometries;
  const passable = (kind: Kind) => kind === "land" || kind === "sea";
  const pairs = (lines: GeometryCollection<{ between: [string, string]; reason: string }>) => lines.geometries.map((one) => (one.properties as { between: [string, string] }).between);
  const barred = new Set(pairs(file.objects.barriers).flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const linked = pairs(file.objects.links);
  const drawn = neighbors(shapes as never[]);
  return new Map(shapes.map((shape, at) => {
    const id = String(shape.id);
    const touching = (drawn[at] ?? []).flatMap((other) => (passable((shapes[other]!.properties as Properties).kind) ? [String(shapes[other]!.id)] : []));
    const ends = linked.flatMap(([one, other]) => (one === id ? [other] : other === id ? [one] : []));
    return [id, [...new Set([...touching.filter((other) => !barred.has(`${id} ${other}`)), ...ends])]];
  }));
}

const known = new Map<string, Promise<Atlas>>();

export function atlas(name: string): Promise<Atlas> {
  let found = known.get(name);
  if (!found) {
    found = fetch(`/maps/${name}.topo.json`).then(async (answer) => {
      if (!answer.ok) throw new Problem({ status: answer.status, detail: "The map of this game cannot be loaded." });
      return readAtlas((await answer.json()) as File);
    });
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}
