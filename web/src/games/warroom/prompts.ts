/** The sentence of the prompt bar for every question of the game. */
import type { Bag, Question } from "../../api/types";
import type { Sheet, View } from "../../api/warroom";
import { hitShip, nationName, numberOf, placeName } from "./facts";

type Sentence = (view: View, question: Question) => string;

/** What a question is about: a Command, a territory, the colour of a result. */
const about = (view: View, name: string) => view.waiting.about[name] ?? "";

const place = (view: View) => placeName(view.battle?.region ?? "");

/** "soviet-21" in words. */
const commandName = (key: string) => `Command ${numberOf(key)} of ${nationName(key.slice(0, key.lastIndexOf("-")))}`;

/** "black black red" as "2 black and 1 red". */
const counted = (colours: string[]) => [...new Set(colours)].map((colour) => `${colours.filter((other) => other === colour).length} ${colour}`).join(" and ");

const SENTENCES: Record<string, Sentence> = {
  "wr.2.sheets": (_, { nation, menu }) =>
    `${nationName(nation)}: write up to ${(menu as unknown as Sheet).chart.most} orders, bid for the Turn Order, then Ready.`,
  "wr.2.slot": (_, { nation }) => `${nationName(nation)}: choose your place in the Turn Order.`,
  "wr.reorganize": (view, { nation }) => `${nationName(nation)}: reorganise Commands${view.battle ? ` in ${place(view)}` : ""}, or go on.`,
  "wr.3.order": (view, { nation }) => `${nationName(nation)}: carry out ${numberOf(about(view, "command"))} > ${placeName(about(view, "end"))}, or call it off.`,
  "wr.3.pin": (view, { nation }) => `${nationName(nation)}: let ${commandName(about(view, "command"))} pass, or pin it and break the Pact.`,
  "wr.3.launch": (_, { nation }) => `${nationName(nation)}: launch Carrier Fighters, or keep them on deck.`,
  "wr.4.pick": (_, { nation }) => `${nationName(nation)}: pick the hotspot to resolve next.`,
  "wr.4.command": (view, { nation }) => `${nationName(nation)}: name the Commander of your side in ${place(view)}.`,
  "wr.4.stances": (view, { nation }) => `${nationName(nation)}: take stances in ${place(view)}.`,
  "wr.4.assign": (view, { nation }) => `${nationName(nation)}: choose what the ${about(view, "colour")} result hits.`,
  "wr.4.escort": (view) => `A ${about(view, "colour")} hit on your ${hitShip(about(view, "ship"))}: may an escort take it?`,
  "wr.4.damage": (view, { nation }) => `${nationName(nation)}: choose what the ${about(view, "colour")} result destroys in ${place(view)}.`,
  "wr.4.convoys": (_, { nation }) => `${nationName(nation)}: choose the convoys that your Commands raid.`,
  "wr.4.owner": (view) => view.waiting.prompt,
  "wr.4.sink": (_, { nation }) => `${nationName(nation)}: choose a colour for a black result; ships of that colour sink.`,
  "wr.4.garrison": (view, { nation }) => `${nationName(nation)}: choose the unit that the Garrison of ${place(view)} eliminates.`,
  "wr.4.control": (view, { nation }) => `${nationName(nation)}: name the new controller of ${place(view)}.`,
  "wr.4.medals": (_, { nation, menu }) => `${nationName(nation)}: divide the ${(menu as Bag).least} Medals among those who fought.`,
  "wr.4.repair": (_, { nation }) => `${nationName(nation)}: repair damaged units for 1 Resource each; what is not repaired is lost.`,
  "wr.thd.dive": (_, { nation }) => `${nationName(nation)}: move Submarines that dived, or let them stay.`,
  "wr.5.land": (view) => `Choose where ${commandName(about(view, "command"))} lands.`,
  "wr.5.works": (_, { nation }) => `${nationName(nation)}: there are not enough tokens; choose the territory that deploys its units first.`,
  "wr.5.capacity": (view, { nation, menu }) => `${nationName(nation)}: name ${(menu as Bag).least === 1 ? "the unit" : `the ${(menu as Bag).least} units`} under construction in ${placeName(about(view, "territory"))} that the bombs destroy.`,
  "wr.5.deploy": (view, { nation }) => `${nationName(nation)}: choose where what was built in ${placeName(about(view, "territory"))} appears.`,
  "wr.6.cancel": (view) => `${view.waiting.prompt}.`,
  "wr.6.relieve": (view) => `${view.waiting.prompt}.`,
  "wr.6.unrest": (view) => `${view.waiting.prompt}: choose which.`,
  "wr.6.desert": (view) => `${view.waiting.prompt}: name them.`,
  "wr.7.trade": (_, { nation }) => `${nationName(nation)}: trade one block with a Neutral, or not.`,
  "wr.7.bombs": (_, { nation }) => `${nationName(nation)}: clear a Bomb Token for 9 Iron, or keep the Iron.`,
  "wr.7.purchase": (_, { nation }) => `${nationName(nation)}: buy units and Civilian Goods in secret, then Ready.`,
  "wr.7.place": (_, { nation }) => `${nationName(nation)}: place what you have bought under your Industry Tokens.`,
  "wr.pact.break": (_, { nation }) => `${nationName(nation)}: keep the Soviet-Japanese Pact, or break it for 6 Stress.`,
  "wr.quick.match": (view, { nation }) => `${nationName(nation)}: choose what ${counted(about(view, "colours").split(" "))} results eliminate.`,
  "wr.quick.bonus": (_, { nation }) => `${nationName(nation)}: turn in Medals for bonus dice, or not.`,
  "wr.quick.buy": (view) => `${view.waiting.prompt}.`,
};

/** Every question that the screens know, for the test that compares them with the rules. */
export const KNOWN = Object.keys(SENTENCES);

export function prompt(view: View, question: Question | null): string | null {
  if (!question) return null;
  return SENTENCES[view.waiting.what]?.(view, question) ?? null;
}
