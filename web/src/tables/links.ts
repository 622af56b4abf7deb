/** Seat links that the server showed us once: kept for this visit only, so that the host can copy them again. */
const drawer = (table: string) => `sandtable.links.${table}`;

export function linksOf(table: string): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(drawer(table)) ?? "{}") as Record<string, string>;
}

export function keepLinks(table: string, links: Record<string, string>) {
  const all = { ...linksOf(table), ...links };
  if (Object.keys(all).length) sessionStorage.setItem(drawer(table), JSON.stringify(all));
}

export const addressOf = (token: string) => `${location.origin}/seat/${token}`;
