/** How the common controls say what War Room asks: words of options, of the button, and a sensible answer to begin with. */
import type { Bag, Question } from "../../api/types";
import type { View } from "../../api/warroom";
import { capital, type Pairs } from "../../menus/controls";
import { inWords, RESOURCE_NAMES, RESOURCES, UNITS, unitName } from "./facts";

const total = (answer: unknown) => ((answer as Pairs | undefined) ?? []).reduce((sum, [, number]) => sum + number, 0);
const kinds = (answer: unknown) => ((answer as Pairs | undefined) ?? []).map(([key, number]): [string, number] => [key.split("/").at(-1)!, number]);

/** What the button says to the answer so far. */
const SENDS: Record<string, (answer: unknown) => string> = {
  "wr.4.medals": () => "Award them",
  "wr.5.capacity": (answer) => (total(answer) ? `Give up ${inWords(answer as Pairs)}` : "Give up"),
  "wr.6.cancel": (answer) => (total(answer) ? `Give up ${total(answer)}` : "Keep them all"),
  "wr.6.unrest": () => "Pay",
  "wr.6.desert": (answer) => (total(answer) ? `Let ${inWords(kinds(answer))} go` : "Let them go"),
  "wr.quick.bonus": (answer) => (answer ? `Turn in ${String(answer)} for as many dice` : "Keep the Medals"),
};

export const sendOf = (what: string) => SENDS[what] ?? "Done";

/** What an option means in this question, where its name alone does not say it. */
export function labelIn(view: View, what: string, label: (word: string) => string): (option: string) => string {
  if (what === "wr.4.damage") {
    return (option) => {
      const resource = (RESOURCES as readonly string[]).includes(option);
      return resource ? `1 ${RESOURCE_NAMES[option]} from the stock` : option in UNITS ? `${capital(unitName(option, 1))} under construction` : option === "bomb" ? "The works: 1 Bomb Token" : label(option);
    };
  }
  if (what === "wr.4.sink") return (colour) => `${capital(colour)}: ${RESOURCE_NAMES[{ yellow: "osr", blue: "iron", red: "oil" }[colour] ?? ""] ?? ""}`;
  if (what === "wr.7.bombs") return (option) => (option === "no-repair" ? "Keep the Iron" : `${label(option)} (${view.bombs[option] ?? 0} on it)`);
  if (what === "wr.6.desert") return (option) => `${label(option)}, ${label(view.commands[option.split("/")[0]!]?.region ?? "")}`;
  return label;
}

/** A bag that must be filled to the brim begins filled: from what there is most of, or with one's own. */
export function startOf(what: string, { nation, menu }: Question): Pairs | undefined {
  if (menu.menu !== "bag") return undefined;
  const { limits, least } = menu as Bag;
  if (what === "wr.4.medals") return nation in limits ? [[nation, least]] : undefined;
  if (what !== "wr.6.unrest") return undefined;
  const rest = { ...limits };
  const paid: Record<string, number> = {};
  for (let due = least; due > 0; due--) {
    const [most] = Object.keys(rest).sort((one, other) => rest[other]! - rest[one]!);
    rest[most!]! -= 1;
    paid[most!] = (paid[most!] ?? 0) + 1;
  }
  return Object.keys(limits).flatMap((name): Pairs => (paid[name] ? [[name, paid[name]]] : []));
}
