/** How large somebody wants the panels of a game; kept in the browser. */
import { settings } from "../shared/settings.svelte";

/** In pixels: no panel gets smaller, so that none is lost. */
export const LEAST = { side: 280, log: 110, sheet: 320 };

export type Panel = keyof typeof LEAST;

export class Sizes {
  constructor(private readonly game: string) {}

  /** Nothing if it has its usual size. */
  of = (panel: Panel): number | undefined => settings.sizes[`${this.game}.${panel}`];
  set = (panel: Panel, size: number) => void (settings.sizes[`${this.game}.${panel}`] = size);
  reset = (panel: Panel) => void delete settings.sizes[`${this.game}.${panel}`];
}
