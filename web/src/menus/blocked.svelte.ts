/**
 * Controls that the rules block. They can still be pointed at, reached by keys and pressed: then they say why, and with
 * which clause. `{@attach blocked(refusal)}` on the control; `Reason.svelte` shows what is said.
 */
import type { Attachment } from "svelte/attachments";
import type { Refusal } from "../api/types";

export const said = $state<{ refusal: Refusal | null; by: HTMLElement | null; /** Whether to go on to its clause by keys. */ entered: boolean }>({ refusal: null, by: null, entered: false });

/** Milliseconds for the way from the control to what it says. */
const GRACE = 500;
let leaving = 0;

export function say(by: HTMLElement, refusal: Refusal, entered = false) {
  clearTimeout(leaving);
  Object.assign(said, { refusal, by, entered });
}

export function stay() {
  clearTimeout(leaving);
}

export function hush(by: HTMLElement | null = said.by) {
  clearTimeout(leaving);
  if (said.by === by) leaving = window.setTimeout(() => Object.assign(said, { refusal: null, by: null }), GRACE);
}

/** Blocks a control as long as there is a refusal. */
export function blocked(refusal: Refusal | null | undefined): Attachment<HTMLElement> {
  return (element) => {
    if (!refusal) return;
    const show = () => say(element, refusal);
    const leave = () => hush(element);
    const stop = (event: MouseEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      say(element, refusal, event.detail === 0); // a click without a pointer comes from the keyboard
    };
    const heard: [string, (event: never) => void, boolean?][] = [["click", stop, true], ["pointerenter", show], ["pointerleave", leave], ["focus", show], ["blur", leave]];
    for (const [name, hear, first] of heard) element.addEventListener(name, hear as EventListener, first);
    element.setAttribute("aria-disabled", "true");
    return () => {
      for (const [name, hear, first] of heard) element.removeEventListener(name, hear as EventListener, first);
      element.removeAttribute("aria-disabled");
      hush(element);
    };
  };
}
