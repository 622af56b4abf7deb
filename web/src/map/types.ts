/** What lies on a map. A game says what; the map draws it. */

/** The patterns that tell nations apart without colour. */
export type Pattern = "plain" | "stripes" | "rising" | "dots" | "grid" | "waves" | "checks" | "bars" | "zigzag";

export interface NationLook {
  id: string;
  name: string;
  /** Two letters. */
  code: string;
  side: string;
  pattern: Pattern;
  /** Name of a symbol in shared/icons.ts, drawn in 16 x 16. */
  emblem: string;
}

/** Units that are drawn as one glyph with a number. */
export interface Group {
  /** Name of a symbol in shared/icons.ts. */
  glyph: string;
  count: number;
  /** For people: "3 infantry". */
  label: string;
  /** Badge on the glyph: damaged, has moved, carries something, cannot move. */
  badge?: "damaged" | "spent" | "loaded" | "fresh";
}

/** The units of one nation in one area. `id` must be unique on the map. */
export interface Stack {
  id: string;
  area: string;
  nation: string;
  groups: Group[];
  /** A short name on the stack (a command token, "HQ"). */
  tag?: string;
  /** Total strength for the far zoom level; else the number of units. */
  strength?: number;
}

/** A mark that is no unit: a base, a factory, a city, a resource. */
export interface Marker {
  id: string;
  area: string;
  glyph: string;
  label: string;
  text?: string;
  nation?: string;
  tone?: Tone;
}

export type Tone = "good" | "bad" | "warn" | "info" | "plain";

/** What a layer says about an area, or, with `to`, about the line from it to another. `fill` is a CSS colour that
 * replaces the colour of control. */
export interface AreaMark {
  area: string;
  to?: string;
  text?: string;
  tone?: Tone;
  fill?: string;
  glyph?: string;
  title?: string;
}

export interface Arrow {
  id: string;
  /** Areas along the way, the first being where it starts. */
  path: string[];
  kind: "plan" | "attack" | "ally" | "done" | "retreat";
  nation: string;
  /** A chip at the head: the odds, a cost. */
  chip?: { text: string; tone?: Tone; title?: string };
}

/** How a lit area looks. */
export interface Target {
  /** `origin`: something can start here; `goal`: it can go there; `way`: on the way; `chosen`: taken already. */
  kind: "origin" | "goal" | "way" | "chosen" | "danger";
  text?: string;
}

/** How an area was activated. */
export interface Pressed {
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  /** Right click, long press or the menu key: wants the card of the area. */
  card: boolean;
  by: "mouse" | "touch" | "keyboard";
}
