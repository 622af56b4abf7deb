/** How a host lays out the seats of a new table. The server checks everything; this only fills the form in. */
import type { GameCard, NewSeat } from "../api/types";

export type Who = NonNullable<NewSeat["who"]>;

export interface PlannedSeat {
  nations: string[];
  who: Who;
  bot: string;
}

export const WHO: Record<Who, string> = {
  me: "Me",
  link: "Whoever gets the link",
  open: "Anybody in the lobby",
  bot: "A bot",
};

export const BOTS: Record<string, string> = {
  random: "random: plays anything legal",
  aimless: "aimless: plays without a plan",
  sensible: "sensible: plays soundly",
  planner: "planner: looks ahead",
  expert: "expert: plays for the win",
};

/** The strongest bot that a game has; bots are listed from the weakest to the strongest. */
export const strongest = (card: GameCard) => card.bots.at(-1) ?? "random";

export interface Preset {
  id: string;
  name: string;
  about: string;
  seats(nations: string[], sides: Record<string, string>, bot: string): PlannedSeat[];
}

/** Nations of one side together, in the order of the game. */
export function bySide(nations: string[], sides: Record<string, string>): string[][] {
  const found = new Map<string, string[]>();
  for (const nation of nations) found.set(sides[nation] ?? nation, [...(found.get(sides[nation] ?? nation) ?? []), nation]);
  return [...found.values()];
}

const chairs = (groups: string[][], who: (at: number) => Who, bot: string): PlannedSeat[] =>
  groups.map((nations, at) => ({ nations, who: who(at), bot }));

export const PRESETS: Preset[] = [
  {
    id: "bots",
    name: "Me against bots",
    about: "You lead one side, a bot the other.",
    seats: (nations, sides, bot) => chairs(bySide(nations, sides), (at) => (at ? "bot" : "me"), bot),
  },
  {
    id: "duel",
    name: "Two people",
    about: "One side each; you send a link.",
    seats: (nations, sides, bot) => chairs(bySide(nations, sides), (at) => (at ? "link" : "me"), bot),
  },
  {
    id: "all",
    name: "A seat for each nation",
    about: "Every nation has a link of its own.",
    seats: (nations, _sides, bot) => chairs(nations.map((nation) => [nation]), (at) => (at ? "link" : "me"), bot),
  },
  {
    id: "hot",
    name: "All seats are mine",
    about: "Play both sides yourself, or share this screen.",
    seats: (nations, sides, bot) => chairs(bySide(nations, sides), () => "me", bot),
  },
];

/** The seats as the server takes them. */
export function newSeats(seats: PlannedSeat[], sides: Record<string, string>): NewSeat[] {
  return seats
    .filter((seat) => seat.nations.length)
    .map((seat) => {
      const side = sides[seat.nations[0] ?? ""] ?? "";
      const whole = side && seat.nations.length > 1 && Object.keys(sides).filter((nation) => sides[nation] === side).every((nation) => seat.nations.includes(nation));
      return {
        nations: seat.nations,
        who: seat.who,
        name: whole ? side : undefined,
        bot: seat.bot,
        alliance: seat.nations.every((nation) => sides[nation] === side) ? side : "",
      };
    });
}
