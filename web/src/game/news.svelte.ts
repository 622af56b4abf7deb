/** What happened at a table while somebody did not look, by the marks that are kept in the browser. */
import { untrack } from "svelte";
import type { AnyView, Sight } from "../seat/sight";
import { entries } from "./log";
import type { GameLook } from "./look";
import { saw, seenOf, type Mark } from "./seen";

const AWHILE = 30; // seconds: whoever looks away for less needs no report

export class News<V extends AnyView> {
  /** The report that is open: what came after the mark, up to a message. */
  open = $state.raw<{ mark: Mark; until: number } | null>(null);
  private before: Mark | null = null;
  private begun = false;

  constructor(private readonly sight: Sight<V>, private readonly look: GameLook<V>) {}

  private get last(): number {
    return this.sight.messages.at(-1)?.seq ?? 0;
  }

  /** Under which name the mark is kept: a person may sit in several seats of a table. */
  private get place(): string {
    const { kind, table } = this.sight;
    return !table || kind === "replay" ? "" : `${table.id}.${this.sight.nations.join("+")}`;
  }

  /** In an effect: report once what was missed, and mark what is seen. */
  follow() {
    const { place, last } = this;
    if (!place || !last || !this.sight.view || document.hidden) return;
    untrack(() => {
      if (!this.begun) this.report();
      this.begun = true;
      saw(place, last);
    });
  }

  /** The page is looked at again. */
  visible() {
    if (document.hidden || !this.begun) return;
    this.report();
    saw(this.place, this.last);
  }

  private report() {
    const mark = (this.before = seenOf(this.place));
    if (!mark || this.last <= mark.seq || Date.now() / 1000 - mark.at < AWHILE) return;
    const missed = entries(this.sight.messages, this.look).some(({ id, chat }) => Number(id.split(".")[0]) > mark.seq && (chat || id.includes(".")));
    if (missed) this.open = { mark, until: this.last };
  }

  toggle() {
    this.open = this.open ? null : { mark: this.before ?? { seq: 0, at: 0 }, until: this.last };
  }
}
