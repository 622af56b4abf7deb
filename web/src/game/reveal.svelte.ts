/** Rolls of a battle that come to light one after the other: by themselves, at a click, or all at once. */
import { untrack } from "svelte";
import { settings, type Speed } from "../shared/settings.svelte";

export const SPEEDS: [Speed, string][] = [
  ["theatre", "Theatre: roll by roll"],
  ["step", "Step: at a click"],
  ["instant", "Instant"],
];

const PAUSE = 650;

/** Whoever wants less motion gets no theatre. */
const calm = () => settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Reveal {
  /** How many rolls can be seen. */
  readonly shown: number;
  /** Whether some are still to come. */
  readonly behind: boolean;
  next(): void;
  all(): void;
}

/** Follows the number of rolls of a battle. What has fallen before we came is shown; call it while a component is made. */
export function reveal(total: () => number): Reveal {
  let shown = $state(untrack(total));
  $effect(() => {
    const now = total();
    if (now < shown) shown = 0; // another battle
    if (now === shown || settings.battles === "step") return;
    if (settings.battles === "instant" || calm()) {
      shown = now;
      return;
    }
    const timer = setTimeout(() => (shown += 1), PAUSE);
    return () => clearTimeout(timer);
  });
  return {
    get shown() { return Math.min(shown, total()); },
    get behind() { return shown < total(); },
    next() { shown = Math.min(shown + 1, total()); },
    all() { shown = total(); },
  };
}
