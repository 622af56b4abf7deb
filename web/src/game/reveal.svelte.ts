/** Rolls of a battle that come to light one after the other: by themselves, at a click, or all at once. */
import { untrack } from "svelte";
import type { AnyView, Sight } from "../seat/sight";
import { settings, type Speed } from "../shared/settings.svelte";
import { sound } from "../shared/sound.svelte";
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

/** Whether somebody looks on while dice fall: not in the past, and not if all of them are to be seen at once. */
export const watches = <V extends AnyView>({ past, sight }: { past: V | null; sight: Sight<V> }) => settings.battles !== "instant" && !calm() && !past && sight.kind !== "replay";

export interface Reveal {
  /** How many rolls can be seen. */
  readonly shown: number;
  /** Whether some are still to come. */
  readonly behind: boolean;
  next(): void;
  all(): void;
}

/** Follows the number of rolls of a battle. What has fallen before we came is shown; call it while a component is made. */
export function reveal(total: () => number, stage: Pick<Stage, "battle" | "over" | "goOn">, from = untrack(total)): Reveal {
  let shown = $state(from);
  let battle = untrack(() => stage.battle);
  $effect(() => {
    if (shown > from) sound("dice");
  });
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
  /** Whether dice have come to light since the battle was over. */
  let fell = false;
  $effect(() => {
    if (!stage.over || shown < total()) {
      fell = stage.over;
      return;
    }
    if (!fell) stage.goOn(); // it ended without new dice
    if (!fell || settings.battles !== "theatre") return;
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
