/** How far somebody has followed a table in this browser. */
const DRAWER = "sandtable.seen";
const MOST = 80; // tables

export interface Mark {
  /** The last message that was seen. */
  seq: number;
  /** When, in seconds. */
  at: number;
}

function all(): Record<string, Mark> {
  try {
    return JSON.parse(localStorage.getItem(DRAWER) ?? "{}") as Record<string, Mark>;
  } catch {
    return {};
  }
}

export const seenOf = (place: string): Mark | null => all()[place] ?? null;

export function saw(place: string, seq: number) {
  const known = all();
  if ((known[place]?.seq ?? 0) > seq) return;
  known[place] = { seq, at: Date.now() / 1000 };
  const latest = Object.entries(known).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  localStorage.setItem(DRAWER, JSON.stringify(Object.fromEntries(latest)));
}
