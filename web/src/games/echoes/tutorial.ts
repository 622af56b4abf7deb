/** Three minutes to learn the war: what to look at, in the order in which a turn goes. */
import type { EchoesView } from "../../api/echoes";
import type { TutorialStep } from "../../game/look";

/** What the coach knows of the player. */
export interface Learner {
  view: EchoesView;
  chosen: string;
  moves: number;
  hinted: boolean;
  telling: boolean;
}

interface Step extends Omit<TutorialStep, "until"> {
  until?(now: Learner): boolean;
}

export const STEPS: Step[] = [
  { text: "This is the whole war: six fronts. A flag marks where each front stands. The Axis pushes to the left, you push to the right, towards Berlin and Japan.", at: ".fronts" },
  { text: "The figure in the space of the flag is what a front is worth to you. After turn 20 you need 25 points for a victory and 28 for a great one.", at: ".standing" },
  { text: "Turns with a golden frame test the confidence of your peoples: with too few points a die decides whether they fight on.", at: ".track" },
  { text: "Each turn dice draw a box. The Axis does what it says; then comes what it grants to you.", at: ".dispatch" },
  { text: "These are your choices now. Where a die decides, you see the face that is needed, where that comes from, and the chance. Choose one.", at: "[data-choices]", until: (now) => now.chosen !== "" && now.moves === 0 && !now.telling },
  { text: "One button does it. Press it, and watch the dice.", at: "[data-go]", until: (now) => now.moves > 0 && !now.telling },
  { text: "The diary tells what happened, in words. What changed on the fronts you see at once.", at: ".log" },
  { text: "The three tracks below the fronts give +1 to attacks. An action can shift one of them in your favour instead of attacking.", at: ".tracks" },
  { text: "Twice in a war you can turn the tide: roll an attack again, or shift a track at any moment. Each front has one wave to spend.", at: ".tides" },
  { text: "The robot shows what the strongest bot would do and why; the target plays the rest of the war many times. Under “Why not” every choice that is missing gives its rule.", at: ".bar" },
  { text: "That is all. Hold your capitals, and good luck.", at: "[data-go]" },
];
