/** Plans that are not sealed yet, kept in this browser so that a reload loses nothing. */
export type Order = [command: string, destination: string];
export type Plan = [orders: Order[], bid: number];

export class Drafts {
  private readonly drawer: string;

  constructor(table: string, seat: string) {
    this.drawer = `sandtable.warroom.${table}.${seat}`;
  }

  read(page: string): Plan | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.drawer) ?? "{}") as Record<string, Plan>;
      return kept[page] ?? null;
    } catch {
      return null;
    }
  }

  /** Only the page at hand is kept: older rounds are of no use. */
  write(page: string, plan: Plan) {
    const [nation] = page.split("/");
    let kept: Record<string, Plan> = {};
    try {
      kept = JSON.parse(sessionStorage.getItem(this.drawer) ?? "{}") as Record<string, Plan>;
    } catch {
      kept = {};
    }
    const others = Object.fromEntries(Object.entries(kept).filter(([other]) => !other.startsWith(`${nation}/`)));
    sessionStorage.setItem(this.drawer, JSON.stringify({ ...others, [page]: plan }));
  }
}
