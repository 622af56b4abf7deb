/** What all controls of menus share. */
import type { Menu, Shape } from "../api/types";

export interface ControlProps<M> {
  menu: M;
  /** The answer so far; undefined while there is none. */
  value: unknown;
  label: (word: string) => string;
  glyph?: (word: string) => string | undefined;
}

export type Pairs = [string, number][];

export const SHAPES = new Set(["pick", "some", "rank", "count", "done", "bag", "form"]);

export const isShape = (menu: Menu): menu is Shape => SHAPES.has(menu.menu);

/** Menus of games that are a bag with checks of its own carry the bag inside. */
export function bagInside(menu: unknown): import("../api/types").Bag | null {
  const inner = (menu as { bag?: { menu?: string } }).bag;
  return inner?.menu === "bag" ? (inner as import("../api/types").Bag) : null;
}

/** What a menu still wants, as long as there is no whole answer. */
export function unfinished(menu: Shape | null): string {
  if (menu && "least" in menu && menu.least) return `Choose ${menu.least === menu.most ? "exactly" : "at least"} ${menu.least}`;
  return "Something is still to be chosen";
}

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
