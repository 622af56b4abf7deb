/**
 * What lies on the player's desk beside the view of the game: the selection, what is lit on the map, arrows that are being
 * drawn, layers, open sheets. One panel at a time holds the map (`hold`); it says what is lit, and hears clicks first.
 */
import { tick, untrack } from "svelte";
import type { Refusal } from "../api/types";
import type { Atlas } from "../map/atlas";
import type { Arrow, Pressed, Target } from "../map/types";
import type { Seat } from "../seat/seat.svelte";
import type { AnyView, Sight } from "../seat/sight";
import { Closed } from "./closed.svelte";
import type { GameLook } from "./look";
import { Stage } from "./stage.svelte";

/** What a panel does with the map while it holds it. Read reactively: use getters over $state. */
export interface Hold {
  readonly targets?: Record<string, Target>;
  readonly arrows?: Arrow[];
  /** A click, tap or Enter on an area. True if it was taken. */
  press?(area: string, how: Pressed): boolean;
  /** Dragging from an area to another. While it goes on, `to` changes; `done` when it is dropped. */
  drag?(from: string, to: string | null, done: boolean): void;
  canDrag?(area: string): boolean;
  /** Why an area is not lit. */
  whyNot?(area: string): Promise<Refusal | null>;
  /** Clicks that were typed and are no whole answer yet, such as one order of many. Null if they are not for this panel. */
  typed?(clicks: string[]): Promise<Refusal | null> | null;
  /** U: take back what is planned for an area. True if there was something. */
  undo?(area: string | null): boolean;
  /** Esc: back by one level. True if there was one. */
  back?(): boolean;
  /** Enter: the primary action. True if there was one. */
  primary?(): boolean;
  /** Whether it holds on while nothing is asked of us. */
  readonly unasked?: boolean;
}

/** A choice among areas, for panels that let one be pressed. */
export interface Offer {
  /** The areas to choose from: as goals, or lit in ways of their own. */
  places(): readonly string[] | Record<string, Target>;
  choose(area: string): unknown;
  arrows?(): Arrow[];
  /** Why an area is not among them; else what the question allows. */
  whyNot?(area: string): Refusal | null | undefined;
  /** Enter. Nothing happens if it gives false. */
  primary?(): unknown;
  back?(): boolean;
}

/** What the map can be asked to do; set by Map.svelte. */
export interface MapHandle {
  show(areas: string[], close?: boolean): void;
  fit(): void;
  zoom(factor: number): void;
  focus(area: string): void;
  flash(areas: string[]): void;
}

export class Desk<V extends AnyView = AnyView> {
  readonly sight: Sight<V>;
  readonly look: GameLook<V>;
  /** The seat we sit in; null for watchers and replays. */
  readonly seat: Seat<V> | null;
  readonly stage: Stage<V>;
  readonly closed: Closed<V>;
  names = $state.raw<Record<string, string>>({});
  atlas = $state.raw<Atlas | null>(null);
  map: MapHandle | null = null;

  /** A position of the past that is shown instead of the present one. */
  past = $state.raw<V | null>(null);
  hovered = $state<string | null>(null);
  focused = $state<string | null>(null);
  /** The area that was pointed at last, in whatever way. */
  latest: string | null = null;
  /** The area whose card is open. */
  card = $state<string | null>(null);
  /** Areas that the log or a list points at. */
  pointed = $state.raw<string[]>([]);
  layers = $state<Record<string, boolean>>({});
  showUnits = $state(true);
  sheet = $state<string | null>(null);
  why = $state.raw<{ area: string; refusal: Refusal } | null>(null);

  private holds = $state.raw<Hold[]>([]);
  /** The panel that holds the map now. */
  hold: Hold | null = $derived.by(() => this.holder());

  constructor(sight: Sight<V>, look: GameLook<V>, seat: Seat<V> | null) {
    this.sight = sight;
    this.look = look;
    this.seat = seat;
    this.stage = new Stage<V>(this);
    this.closed = new Closed<V>(this);
    for (const layer of look.map?.layers ?? []) this.layers[layer.id] = layer.on ?? false;
  }

  /** Nobody holds the map once the question is answered, even if its panel has not gone yet. */
  private holder(): Hold | null {
    if (this.past) return null;
    const asked = !this.seat || this.seat.question;
    return this.holds.findLast((hold) => asked || hold.unasked) ?? null;
  }

  /** What is shown: the present, or a moment of the past. */
  get view(): V | null {
    return this.past ?? this.sight.view;
  }

  /** Take hold of the map; call what comes back to let go. In a component: `$effect(() => desk.take({...}))`. */
  take(hold: Hold): () => void {
    this.holds = [...untrack(() => this.holds), hold]; // taking hold must not depend on who held before
    this.why = null;
    return () => {
      this.holds = this.holds.filter((other) => other !== hold);
      this.why = null;
    };
  }

  /** Hold the map for a choice among areas: they are lit, a press on one of them chooses it, and the others say why not. */
  offer(choice: Offer): () => void {
    const lit = (): Record<string, Target> => {
      const places = choice.places();
      return Array.isArray(places) ? Object.fromEntries((places as string[]).map((area) => [area, { kind: "goal" }])) : (places as Record<string, Target>);
    };
    return this.take({
      get targets() { return lit(); },
      get arrows() { return choice.arrows?.() ?? []; },
      press: (area) => {
        if (!lit()[area]) return false;
        void choice.choose(area);
        return true;
      },
      whyNot: async (area) => choice.whyNot?.(area) ?? this.notAmong(Object.keys(lit()), area),
      primary: choice.primary && (() => choice.primary!() !== false),
      back: choice.back,
    });
  }

  /** Why an area that is not lit cannot be chosen: there are others, and a clause that says which. */
  private notAmong(places: string[], area: string): Refusal | null {
    if (!places.length || places.includes(area)) return null;
    const named = places.slice(0, 5).map(this.label).join(", ");
    const more = places.length > 5 ? ` and ${places.length - 5} more` : "";
    return { sentence: `This choice is among ${named}${more}`, rule: this.seat?.question?.menu.rule ?? "" };
  }

  /** Bring areas into view, now or when there is a map; call it in an effect. The map comes a moment after its atlas. */
  bring(areas: string[]) {
    if (this.atlas) void tick().then(() => this.map?.show(areas, false));
  }

  label = (word: string): string => {
    const own = this.look.label?.(word);
    return own || this.names[word] || this.atlas?.regions.get(word)?.name || this.look.nations[word]?.name || word.replaceAll("_", " ");
  };

  press(area: string, how: Pressed) {
    if (!how.card && this.hold?.press?.(area, how)) {
      this.why = null;
      return;
    }
    void this.askWhy(area);
    this.card = area;
  }

  async askWhy(area: string) {
    const { hold } = this;
    const refusal = !hold?.whyNot || hold.targets?.[area] ? null : await hold.whyNot(area);
    if (hold === this.hold) this.why = refusal ? { area, refusal } : null;
  }

  /** Takes the last answer back; or, where a panel gathers more than one, what it has for the area pointed at. */
  undo() {
    if (!this.hold?.undo?.(this.focused ?? this.hovered)) void this.seat?.undo();
  }

  /** Esc. */
  back(): boolean {
    if (this.why) this.why = null;
    else if (this.hold?.back?.()) return true;
    else if (this.sheet) this.sheet = null;
    else if (this.card) this.card = null;
    else return false;
    return true;
  }
}
