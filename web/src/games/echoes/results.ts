/** The wars of one person: those at the server and those on this device, and the best result of each shared war. */
import { get, Problem } from "../../api/client";
import type { TableCard, TableList } from "../../api/types";
import { keptWars, type KeptWar } from "../../offline/wars";
import { person } from "../../shared/me.svelte";

export interface WarCard {
  address: string;
  title: string;
  war: string;
  over: boolean;
  sentence: string;
  worth: number;
  points: number;
  takebacks: number;
  updated: number;
  here: boolean;
  id: string;
}

const MOST_PAGES = 10;

function fromTable(table: TableCard): WarCard {
  const seat = table.seats[0]?.name ?? "allies";
  return {
    id: table.id,
    address: `/t/${table.id}/seat/${seat}`,
    title: table.title.replace(/^Echoes of War: /, ""),
    war: table.war,
    over: table.status === "over",
    sentence: table.outcome?.sentence ?? "",
    worth: table.outcome?.worth.allies ?? 0,
    points: Number(/\((\d+) points\)/.exec(table.outcome?.sentence ?? "")?.[1] ?? 0),
    takebacks: table.takebacks,
    updated: table.updated * 1000,
    here: false,
  };
}

function fromKept(war: KeptWar): WarCard {
  return { ...war, address: `/echoes/here/${war.id}`, here: true };
}

/** All wars of this person, the latest first; without a connection those of this device. */
export async function allWars(): Promise<{ wars: WarCard[]; online: boolean }> {
  const here = (await keptWars().catch(() => [])).map(fromKept);
  const there: WarCard[] = [];
  let online = true;
  try {
    let cursor = "";
    const known = await person.look(true);
    for (let page = 0; known && page < MOST_PAGES; page++) {
      const found = await get<TableList>("/me/tables", { game: "echoes", limit: 100, cursor });
      there.push(...found.tables.filter((table) => table.status !== "lobby").map(fromTable));
      cursor = found.next;
      if (!cursor) break;
    }
  } catch (problem) {
    online = problem instanceof Problem && problem.status !== 0;
  }
  return { wars: [...here, ...there].sort((one, other) => other.updated - one.updated), online };
}

/** Whatever was taken back counts less than anything that was not. */
const better = (one: WarCard, other: WarCard) =>
  (one.takebacks ? 0 : 1) - (other.takebacks ? 0 : 1) || one.worth - other.worth || one.points - other.points;

export function bestResults(wars: WarCard[]): Map<string, WarCard> {
  const best = new Map<string, WarCard>();
  for (const war of wars) {
    if (!war.over || !war.war.startsWith("echoes/")) continue;
    const known = best.get(war.war);
    if (!known || better(war, known) > 0) best.set(war.war, war);
  }
  return best;
}
