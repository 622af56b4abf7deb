/** Tables in words. */
import type { Foreseen, SeatCard, TableCard } from "../api/types";

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

/** That somebody knows the dice to come, and why. */
export const foreseenInWords = ({ name, why }: Pick<Foreseen, "name" | "why">) =>
  why === "imported" ? `${name} knows the dice to come: the game was brought here in a file.` : `${name} knows the dice to come: a copy of the running game was taken.`;

/** Who knows the dice to come, a sentence for each; people who sit here by the names of their seats. */
export const whoForesees = (table: TableCard) =>
  table.foreseen.map((one) => foreseenInWords({ ...one, name: table.seats.find((seat) => seat.user === one.user)?.user_name || one.name }));
