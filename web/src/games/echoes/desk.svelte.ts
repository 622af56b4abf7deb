/** How a person likes this desk; kept in the browser. */
const DRAWER = "sandtable.echoes";

export type Pace = "calm" | "quick" | "instant";
export type Hand = "right" | "left";

const usual = { pace: "quick" as Pace, hand: "right" as Hand, learned: false };

function load() {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(DRAWER) ?? "{}") as Partial<typeof usual>) };
  } catch {
    return { ...usual };
  }
}

const kept = $state(load());
const still = matchMedia("(prefers-reduced-motion: reduce)");

function keep() {
  localStorage.setItem(DRAWER, JSON.stringify(kept));
}

export const desk = {
  /** How fast dice fall; at once for those who want nothing to move. */
  get pace(): Pace {
    return still.matches ? "instant" : kept.pace;
  },
  set pace(pace: Pace) {
    kept.pace = pace;
    keep();
  },
  get hand(): Hand {
    return kept.hand;
  },
  set hand(hand: Hand) {
    kept.hand = hand;
    keep();
  },
};
