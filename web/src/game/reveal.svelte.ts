/** Rolls of a battle that come to light one after the other: by themselves, at a click, or all at once. */
import { untrack } from "svelte";
import { settings, type Speed } from "../shared/settings.svelte";
import type { Stage } from "./stage.svelte";

export const SPEEDS: [Speed, string][] = [
  ["theatre", "Theatre: roll by roll"],
  ["step", "Step: at a click"],
  ["instant", "Instant"],
];

/** Milliseconds from roll to roll, and for a look at the last ones of a battle. */
const PAUSE = 650;
const LAST_LOOK = 3000;

/** Whoever wants less motion gets no theatre. */
export const calm = () => settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Reveal {
  /** How many rolls can be seen. */
  readonly shown: number;
  /** Whether some are still to come. */
  readonly behind: boolean;
  next(): void;
  all(): void;
}

/** Follows the number of rolls of a battle. What has fallen before we came is shown; call it while a component is made. */
export function reveal(total: () => number, stage: Pick<Stage, "battle" | "over" | "goOn">): Reveal {
  let shown = $state(untrack(total));
  let battle = untrack(() => stage.battle);
  $effect(() => {
    const now = total();
    if (now < shown || stage.battle !== battle) shown = 0; // another battle
    battle = stage.battle;
    if (now === shown || settings.battles === "step") return;
    if (settings.battles === "instant" || calm()) {
      shown = now;
      return;
    }
    const timer = setTimeout(() => (shown += 1), PAUSE);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    if (stage.over && untrack(() => shown >= total())) stage.goOn(); // it ended without new dice
  });
  $effect(() => {
    if (!stage.over || shown < total() || settings.battles !== "theatre") return;
    const timer = setTimeout(() => stage.goOn(), LAST_LOOK);
    return () => clearTimeout(timer);
  });
  return {
    get shown() { return Math.min(shown, total()); },
    get behind() { return shown < total(); },
    next() { shown = Math.min(shown + 1, total()); },
    all() { shown = total(); },
  };
}
