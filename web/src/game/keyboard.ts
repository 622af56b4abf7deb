/** What keys do on the game screen: acts by name, as `shared/keys.svelte.ts` lists them. */
import type { AnyView } from "../seat/sight";
import { ACTS, actOf, pressed } from "../shared/keys.svelte";
import type { Desk } from "./desk.svelte";
import type { Screen } from "./screen.svelte";
import { sheetActs, sheetOf } from "./sheets";

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [role=spinbutton]";
const PRIMARY = "button.primary:enabled:not([aria-disabled=true])";

/** To what waits for this person, in the order of the screen: one control of each. */
function attention() {
  const first = (box: Element) => box.querySelector<HTMLElement>(PRIMARY) ?? box.querySelector<HTMLElement>("button:enabled, input, select, [role=spinbutton], a[href]");
  const boxes = [...document.querySelectorAll(".catch-up, .panel > .note, .overlay, .panel")].filter((box) => box.getClientRects().length);
  const points = [...new Set(boxes.flatMap((box) => first(box) ?? []))];
  const now = points.indexOf(document.activeElement as HTMLElement);
  points[(now + 1) % points.length]?.focus();
}

/** Hears the keys of a screen; call what comes back with each of them. */
export function keyboard<V extends AnyView>(desk: Desk<V>, screen: Screen<V>): (event: KeyboardEvent) => void {
  const { seat } = desk;
  const acts = [...ACTS, ...sheetActs(desk.look)];
  const lit = (...kinds: string[]) => Object.entries(desk.hold?.targets ?? {}).flatMap(([area, { kind }]) => (kinds.includes(kind) ? [area] : []));

  let turned = -1;
  function turn(by: number) {
    const starts = lit("origin", "goal");
    if (!starts.length) return;
    turned = (turned + by + starts.length) % starts.length;
    desk.map?.focus(starts[turned]!);
  }

  function rules() {
    const rule = desk.past ? "" : seat?.question?.menu.rule;
    if (rule) window.open(`/library?clause=${encodeURIComponent(rule)}`, "_blank", "noopener");
  }

  const DEEDS: Record<string, () => void> = {
    help: () => (screen.help = true),
    attention,
    undo: () => void desk.undo(),
    redo: () => void seat?.redo(),
    units: () => (desk.showUnits = !desk.showUnits),
    layers: () => (screen.layers = !screen.layers),
    go: () => (screen.going = true),
    command: () => (screen.commanding = true),
    odds: () => screen.showOdds(desk.latest),
    catchup: () => screen.news.toggle(),
    fit: () => desk.map?.fit(),
    closer: () => desk.map?.zoom(1.4),
    farther: () => desk.map?.zoom(1 / 1.4),
    next: () => turn(1),
    previous: () => turn(-1),
    flash: () => desk.map?.flash(lit("origin")),
    back: () => screen.history?.step(-1),
    forth: () => screen.history?.step(1),
    first: () => screen.history?.first(),
    last: () => screen.history?.last(),
    chat: () => screen.openChat(),
    allies: () => screen.openChat("alliance"),
    rules,
  };

  return (event) => {
    const element = event.target as HTMLElement;
    const typing = element.closest(TYPING);
    const asked = document.querySelector("dialog[open]");
    if (event.key === "Escape" && !asked) {
      if (typing) element.blur();
      else screen.back();
      return;
    }
    if (typing || asked || event.altKey) return;
    const name = pressed(event);
    const act = actOf(name, acts);
    if (/^[1-9]$/.test(name)) {
      const layer = screen.known[Number(name) - 1];
      if (layer) desk.layers[layer.id] = !desk.layers[layer.id];
    } else if (act?.id === "primary") {
      if (["Enter", "Space"].includes(name) && element.closest("button, a, [role=tab], summary, label")) return;
      if (desk.hold?.primary?.()) event.preventDefault();
    } else if (act) {
      event.preventDefault();
      const wanted = sheetOf(act);
      if (wanted) desk.sheet = desk.sheet === wanted ? null : wanted;
      else DEEDS[act.id]?.();
    }
  };
}
