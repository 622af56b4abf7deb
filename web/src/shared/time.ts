/** Times as people say them. */
const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [90, 1, "second"],
  [90 * 60, 60, "minute"],
  [36 * 3600, 3600, "hour"],
  [45 * 86_400, 86_400, "day"],
  [Infinity, 30 * 86_400, "month"],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "3 hours ago", "in 2 days"; `at` in seconds as the server tells it. */
export function relatively(at: number, now = Date.now() / 1000): string {
  const seconds = at - now;
  if (Math.abs(seconds) < 20) return "just now";
  for (const [limit, size, unit] of STEPS) {
    if (Math.abs(seconds) < limit) return relative.format(Math.round(seconds / size), unit);
  }
  return "";
}

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
export const exactly = (at: number) => exact.format(at * 1000);
