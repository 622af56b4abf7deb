/** The battle over the map: the one that is fought, or one that is over while its last dice are still to be seen. */
import type { AnyView } from "../seat/sight";
import type { Desk } from "./desk.svelte";
import { watches } from "./reveal.svelte";

interface Scene<V> {
  battle: string;
  view: V;
}

export class Stage<V extends AnyView = AnyView> {
  /** Whether the player has put the battle aside. */
  hidden = $state(false);

  private readonly desk: Desk<V>;
  /** The scene that the player has gone on from. */
  private left = $state.raw<Scene<V> | null>(null);
  private last: Scene<V> | null = null;
  private known: Scene<V> | null = null;

  /** The battle that is fought now, by name; empty if there is none. */
  private fought = $derived.by(() => {
    const { sight, look } = this.desk;
    return (sight.view && look.overlay?.battle(sight.view)) ?? "";
  });

  /** What is played: the battle, and the last view of it. */
  private scene: Scene<V> | null = $derived.by(() => {
    const { view } = this.desk.sight;
    const last = this.last;
    if (last && last.battle !== this.fought && last !== this.left && this.lingers()) return last;
    return (this.last = view && this.fought ? { battle: this.fought, view } : null);
  });

  /** The battle that is to be seen; empty if there is none. */
  battle = $derived.by(() => this.scene?.battle ?? "");
  /** Whether that battle is over, and only its last dice are left to be seen. */
  over = $derived.by(() => this.battle !== "" && this.battle !== this.fought);

  constructor(desk: Desk<V>) {
    this.desk = desk;
  }

  /** The last view of the battle. It outlives the battle by a moment, as its overlay does. */
  get view(): V {
    return (this.known = this.scene ?? this.known)!.view;
  }

  /** Enough of a battle that is over. */
  goOn() {
    this.left = this.scene;
  }

  /** Only who watches the dice fall waits for the last of them. */
  private lingers(): boolean {
    return !this.hidden && watches(this.desk);
  }
}
