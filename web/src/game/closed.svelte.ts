/** Battles that began and ended between two views: nobody was asked, so they wait here to be looked through. */
import { untrack } from "svelte";
import { eventsOf, type AnyView, type ToldEvent } from "../seat/sight";
import type { Desk } from "./desk.svelte";
import type { ToldBattle } from "./look";
import { watches } from "./reveal.svelte";

/** Whoever comes late to many battles finds the others in the log. */
const MOST = 6;

export class Closed<V extends AnyView> {
  private readonly desk: Desk<V>;
  private waiting = $state.raw<ToldBattle[]>([]);
  /** The last message that was heard, and the view that came with it. */
  private heard = 0;
  private before: V | null = null;
  /** What was told of the battle that goes on. */
  private open: ToldEvent[] = [];

  /** The battle to look through now. */
  now: ToldBattle | null = $derived.by(() => this.waiting[0] ?? null);
  /** How many come after it. */
  more = $derived.by(() => Math.max(0, this.waiting.length - 1));

  constructor(desk: Desk<V>) {
    this.desk = desk;
  }

  /** In an effect: hear what is told, and keep the battles that no view has shown. */
  follow() {
    const { sight, look } = this.desk;
    const { view, messages } = sight;
    const { overlay } = look;
    if (!view || !overlay?.told) return;
    const { told } = overlay;
    untrack(() => {
      const before = this.before;
      for (const message of messages.slice(messages.findLastIndex((one) => one.seq <= this.heard) + 1)) {
        this.heard = message.seq;
        if (before) for (const event of eventsOf(message)) this.hear(event, (events) => told(events, before));
      }
      this.before = view;
      if (overlay.battle(view)) this.open = []; // this one is fought before our eyes
    });
  }

  private hear(event: ToldEvent, told: (events: ToldEvent[]) => ToldBattle | null) {
    const { overlay } = this.desk.look;
    const moment = overlay?.told && overlay.moment?.(event);
    if (moment === "begins") this.open = [event];
    else if (this.open.length) this.open.push(event);
    if (moment !== "ends" || !this.open.length) return;
    const battle = told(this.open);
    this.open = [];
    if (battle?.rolls.length && watches(this.desk)) this.waiting = [...this.waiting, battle].slice(-MOST);
  }

  goOn = () => void (this.waiting = this.waiting.slice(1));
  skip = () => void (this.waiting = []);
}
