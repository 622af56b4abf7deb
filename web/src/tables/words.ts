/** Tables in words. */
import type { SeatCard, TableCard } from "../api/types";

export function paceInWords(pace: TableCard["pace"]): string {
  if (pace.kind === "days") return `${pace.days ?? 0} ${pace.days === 1 ? "day" : "days"} for each decision`;
  if (pace.kind === "live") return `${pace.minutes ?? 0} minutes a seat`;
  return "no clock";
}

export const isMine = (seat: SeatCard, user: string | undefined) => Boolean(user && seat.user === user);

/** The seat of a person that has to move now. */
export const toMove = (table: TableCard, user: string | undefined) =>
  table.status === "playing" ? table.seats.find((seat) => isMine(seat, user) && seat.due && !seat.caretaker) : undefined;

/** For whom a table waits, in words. */
export const waitsFor = (table: TableCard) =>
  table.seats.filter((seat) => seat.due).map((seat) => (seat.kind === "bot" ? `a bot (${seat.name})` : seat.user_name || seat.name));
