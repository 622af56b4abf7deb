/** The keys of the game screen: what each does, and which one a person wants for it. Kept with the settings of the browser. */
import { settings } from "./settings.svelte";

export interface Act {
  id: string;
  /** The keys as they come; the first is the one that is shown on buttons. */
  keys: string[];
  does: string;
  /** The game it belongs to, if to one only: the same key may do something else in another. */
  game?: string;
}

export const ACTS: Act[] = [
  { id: "primary", keys: ["Enter", "Space"], does: "what the prompt asks for" },
  { id: "attention", keys: ["j"], does: "to the next thing that waits for you" },
  { id: "next", keys: ["n"], does: "next area where something can start" },
  { id: "previous", keys: ["p"], does: "previous area where something can start" },
  { id: "flash", keys: ["f"], does: "flash the areas where something can start" },
  { id: "undo", keys: ["u", "Ctrl+z"], does: "undo" },
  { id: "redo", keys: ["Ctrl+Shift+z", "Ctrl+y"], does: "do again what was undone" },
  { id: "odds", keys: ["b"], does: "odds of a battle in the focused area" },
  { id: "go", keys: ["g"], does: "go to an area by its name" },
  { id: "command", keys: [":"], does: "command line: play by typing" },
  { id: "layers", keys: ["l"], does: "layers; 1 to 9 turn them on and off" },
  { id: "units", keys: ["h"], does: "hide or show units" },
  { id: "fit", keys: ["0"], does: "whole map" },
  { id: "closer", keys: ["+", "="], does: "closer" },
  { id: "farther", keys: ["-", "−"], does: "farther" },
  { id: "back", keys: ["["], does: "one step back in history" },
  { id: "forth", keys: ["]"], does: "one step forth in history" },
  { id: "first", keys: ["Home"], does: "the beginning of history" },
  { id: "last", keys: ["End"], does: "now" },
  { id: "chat", keys: ["c"], does: "chat with all" },
  { id: "allies", keys: ["t"], does: "chat with allies" },
  { id: "rules", keys: ["r"], does: "the rules of the prompt" },
  { id: "catchup", keys: ["k"], does: "what happened since you last looked" },
  { id: "help", keys: ["?"], does: "this list" },
];

/** Keys that always do the same, so that nobody can lock themselves out. */
export const FIXED: [keys: string, does: string][] = [
  ["Esc", "back by one level"],
  ["Tab", "to the next control"],
  ["Arrow keys", "on the map: the nearest area in that direction"],
  ["Enter, Menu", "on the map: take the area, open its card"],
];

const TAKEN: [RegExp, string][] = [
  [/^Escape$/, "Esc always leads back."],
  [/^(Shift\+)?Tab$/, "Tab always leads to the next control."],
  [/^Arrow/, "The arrow keys always move on the map."],
  [/^[1-9]$/, "1 to 9 turn layers on and off."],
  [/^Ctrl\+([^yz]|\w{2,})$|^F\d+$/, "The browser needs this key itself."],
];

/** What was pressed, as one word: `b`, `?`, `Ctrl+Shift+z`, `Home`. Nothing for a modifier alone. */
export function pressed(event: KeyboardEvent): string {
  if (["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"].includes(event.key)) return "";
  const ctrl = event.ctrlKey || event.metaKey;
  const name = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (ctrl || name.length > 1); // the shift of `?` is part of the letter
  return (ctrl ? "Ctrl+" : "") + (shift ? "Shift+" : "") + name;
}

export const keysOf = (act: Act): string[] => (settings.keys[act.id] ? [settings.keys[act.id]!] : act.keys);

/** A key as people read it. */
export const shown = (key: string) =>
  key.split(/\+(?=.)/).map((part) => (part.length === 1 ? part.toUpperCase() : part)).join("-");

/** The first key of an act, for the hint on its button. */
export const hint = (id: string) => shown(keysOf(ACTS.find((act) => act.id === id)!)[0]!);

export const actOf = (key: string, acts: Act[] = ACTS): Act | undefined => acts.find((act) => keysOf(act).includes(key));

const together = (one: Act, other: Act) => !one.game || !other.game || one.game === other.game;

/** Give an act another key. Why it cannot have it, in a sentence; nothing if it has it now. */
export function assign(act: Act, key: string, acts: Act[]): string {
  const fixed = TAKEN.find(([pattern]) => pattern.test(key));
  if (fixed) return `${fixed[1]} Choose another key.`;
  const other = acts.find((one) => one.id !== act.id && together(one, act) && keysOf(one).includes(key));
  if (other) return `${shown(key)} is taken: ${other.does}. Choose another key, or change that one first.`;
  if (act.keys[0] === key && act.keys.length === 1) delete settings.keys[act.id];
  else settings.keys[act.id] = key;
  return "";
}

export const reset = () => (settings.keys = {});
