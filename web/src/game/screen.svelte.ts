/** What is open on the game screen beside the war itself: tabs, cards, lists and lines, and how much room they take. */
import { onDestroy } from "svelte";
import type { AnyView } from "../seat/sight";
import { hint } from "../shared/keys.svelte";
import type { Desk } from "./desk.svelte";
import { layersOf } from "./layers";
import type { Layer } from "./look";
import { News } from "./news.svelte";
import { Sizes, type Panel } from "./sizes.svelte";

/** What the bar under the map can be asked for. */
export interface History {
  step(by: number): void;
  first(): void;
  last(): void;
  show(at: number): void;
  play(from?: number): void;
}

const NOTICE = 6000; // milliseconds

export class Screen<V extends AnyView> {
  help = $state(false);
  going = $state(false);
  commanding = $state(false);
  /** The area whose odds are open. */
  odds = $state<string | null>(null);
  notice = $state("");
  layers = $state(false);
  menu = $state(false);
  chat = $state<"" | "table" | "alliance">("");
  /** On a phone: the panel that is shown, and how high its sheet stands. */
  tab = $state<"orders" | "powers" | "log" | "more">("orders");
  stop = $state<"peek" | "half" | "full">("half");
  phone = $state(false);
  history = $state<History>();

  readonly known: Layer<V>[];
  readonly news: News<V>;
  readonly sizes: Sizes;
  private readonly desk: Desk<V>;

  /** Call it while a component is made: it watches the width of the window. */
  constructor(desk: Desk<V>) {
    this.desk = desk;
    this.known = layersOf(desk.look);
    this.news = new News(desk.sight, desk.look);
    this.sizes = new Sizes(desk.look.game);
    const wide = matchMedia("(min-width: 861px)");
    const measure = () => void (this.phone = !wide.matches);
    measure();
    wide.addEventListener("change", measure);
    onDestroy(() => wide.removeEventListener("change", measure));
  }

  /** The sheets of the game that are of use now. */
  get sheets() {
    const { look, view } = this.desk;
    return (look.sheets ?? []).filter((sheet) => !view || !sheet.when || sheet.when(view));
  }

  /** The size that somebody gave a panel; none on a phone. */
  sized = (panel: Panel): number | undefined => (this.phone ? undefined : this.sizes.of(panel));

  openChat(whom: "table" | "alliance" = "table") {
    this.tab = "log";
    if (this.stop === "peek") this.stop = "half";
    this.chat = whom;
  }

  /** The odds of an area; again, and they close. */
  showOdds(area: string | null) {
    this.notice = "";
    if (!this.desk.look.battle) this.notice = "This game has no odds to show here.";
    else if (!area) this.notice = `Point at an area, or go to it with the arrow keys, and press ${hint("odds")} again.`;
    else this.odds = this.odds === area ? null : area;
    if (this.notice) setTimeout(() => (this.notice = ""), NOTICE);
  }

  backToNow() {
    this.news.open = null;
    this.desk.pointed = [];
    this.history?.last();
  }

  stopCommanding() {
    this.commanding = false;
    document.querySelector<HTMLElement>(".board .frame")?.focus({ preventScroll: true });
  }

  /** Esc: closes what was opened last. True if there was something. */
  back(): boolean {
    if (this.help) this.help = false; // it was asked for, and has not come yet
    else if (this.layers || this.menu) this.layers = this.menu = false;
    else if (this.odds) this.odds = null;
    else if (this.news.open) this.backToNow();
    else if (this.desk.back()) return true;
    else if (this.commanding) this.commanding = false;
    else return false;
    return true;
  }
}

export const px = (size: number | undefined) => (size === undefined ? undefined : `${size}px`);
