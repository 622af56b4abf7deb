/** Sounds, for those who want them: made on the spot, never without words for those who do not hear them. */
import { settings } from "./settings.svelte";

/** What is heard, and what is written meanwhile. */
const SOUNDS = {
  turn: { caption: "Chime: it is your turn", notes: [[660, 0, 0.16], [880, 0.14, 0.3]] },
  dice: { caption: "Dice rattle", notes: [[210, 0, 0.03], [320, 0.05, 0.03], [250, 0.11, 0.04]] },
} as const;

export const heard = $state({ caption: "" });

let speaker: AudioContext | null = null;
let fading = 0;

export function sound(name: keyof typeof SOUNDS) {
  if (!settings.sound) return;
  const { caption, notes } = SOUNDS[name];
  heard.caption = caption;
  clearTimeout(fading);
  fading = window.setTimeout(() => (heard.caption = ""), 1800);
  if (!navigator.userActivation?.hasBeenActive) return; // browsers let nobody be startled
  speaker ??= new AudioContext();
  void speaker.resume();
  for (const [pitch, start, length] of notes) {
    const [tone, volume, from] = [speaker.createOscillator(), speaker.createGain(), speaker.currentTime + start];
    tone.type = name === "dice" ? "square" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
