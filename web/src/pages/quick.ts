/** What the quick start offers: games with sides that make sense against bots. */
import { makeTable } from "../api/client";

export interface Side {
  id: string;
  name: string;
  about: string;
  nations: string[];
}

export interface QuickGame {
  game: string;
  title: string;
  scenario: string;
  about: string;
  players: string;
  length: string;
  nations: string[];
  sides: Side[];
}

const ALLIES = ["united_states", "china", "united_kingdom", "anzac"];

export const quickGames: QuickGame[] = [
  {
    game: "pacific",
    title: "Pacific 1940",
    scenario: "pacific",
    about: "Carriers, convoys and kamikazes from India to Hawaii: Japan strikes, four Allies hold.",
    players: "1 to 5 players",
    length: "20 minutes a round",
    nations: ["japan", ...ALLIES],
    sides: [
      { id: "japan", name: "Japan", about: "You choose when and where the war begins.", nations: ["japan"] },
      { id: "allies", name: "The Allies", about: "Four powers, one long line to hold.", nations: ALLIES },
    ],
  },
  {
    game: "warroom",
    title: "War Room",
    scenario: "eastern_front",
    about: "Secret orders, oil and morale: both staffs plan at the same time, then all is revealed.",
    players: "1 to 7 players",
    length: "30 minutes on the Eastern Front",
    nations: ["soviet", "germany"],
    sides: [
      { id: "germany", name: "Germany", about: "Time is on the other side.", nations: ["germany"] },
      { id: "soviet", name: "The Soviet Union", about: "Give ground, then take it back.", nations: ["soviet"] },
    ],
  },
  {
    game: "echoes",
    title: "Echoes of War",
    scenario: "war",
    about: "The whole war on one page, alone against its tides. Made for a phone and half an hour.",
    players: "Solitaire",
    length: "5 to 30 minutes",
    nations: ["allies"],
    sides: [{ id: "allies", name: "The Allies", about: "Six fronts, five years, one die.", nations: ["allies"] }],
  },
];

/** A table against bots, ready to play; returns the address of our seat. */
export async function startQuick(game: QuickGame, side: Side, bot: string): Promise<string> {
  const others = game.nations.filter((nation) => !side.nations.includes(nation));
  const name = side.nations.length > 1 ? side.name : side.nations[0]!;
  const { table } = await makeTable({
    game: game.game,
    scenario: game.scenario,
    listed: false,
    seats: [
      { nations: side.nations, who: "me", name },
      ...others.map((nation) => ({ nations: [nation], who: "bot" as const, bot, name: nation })),
    ],
  });
  return `/t/${table.id}/seat/${encodeURIComponent(name)}`;
}
