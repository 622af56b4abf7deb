/** Every answer that a small menu offers, and everything it knows but does not offer, with the reason. */
import type { Doubt, Form, Menu, Part, Pick, Refusal, Some } from "../../api/types";

export interface Refused {
  clicks: string[];
  refusal: Refusal;
}

type Shape = NonNullable<Part["menu"]>;

const shown = (value: unknown): string => (Array.isArray(value) ? value.map(shown).join(" ") : String(value));

/** The menu of the next part of a form, by the table that the server sent along. */
function nextPart(form: Form, chosen: unknown[]): Shape | null {
  const said: Record<string, unknown> = {};
  let taken = 0;
  for (const part of form.parts) {
    const menu = part.by ? (said[part.by] === undefined ? undefined : part.menus[shown(said[part.by])]) : part.menu;
    if (!menu) continue;
    if (taken === chosen.length) return menu;
    said[part.name] = chosen[taken];
    taken += 1;
  }
  return null;
}

export function answersOf(menu: Menu): unknown[] {
  if (menu.menu === "pick") return (menu as Pick).options;
  if (menu.menu === "some") return combinations(menu as Some);
  if (menu.menu === "done") return [null];
  if (menu.menu !== "form") return [];
  const form = menu as Form;
  const found: unknown[] = [];
  const extend = (chosen: unknown[]) => {
    const part = nextPart(form, chosen);
    if (!part) found.push(chosen);
    else for (const item of answersOf(part)) extend([...chosen, item]);
  };
  extend([]);
  return found;
}

function combinations(menu: Some): string[][] {
  const most = Math.min(menu.most ?? menu.options.length, menu.options.length);
  const found: string[][] = [];
  const extend = (chosen: string[], from: number) => {
    if (chosen.length >= menu.least) found.push(chosen);
    if (chosen.length < most) for (let at = from; at < menu.options.length; at++) extend([...chosen, menu.options[at]!], at + 1);
  };
  extend([], 0);
  return found;
}

export function refusedOf(menu: Menu): Refused[] {
  if (menu.menu === "form") {
    const found: Refused[] = [];
    const visit = (chosen: string[]) => {
      const part = nextPart(menu as Form, chosen);
      if (part?.menu !== "pick") return;
      for (const [name, refusal] of Object.entries(part.refused)) found.push({ clicks: [...chosen, name], refusal });
      for (const option of part.options) visit([...chosen, option]);
    };
    visit([]);
    return found;
  }
  if (!("refused" in menu)) return [];
  return Object.entries(menu.refused as Record<string, Refusal>).map(([name, refusal]) => ({ clicks: [name], refusal }));
}

/** What speaks against an answer that is allowed. */
export function doubtOf(menu: Menu, answer: unknown): Doubt | null {
  const first = menu.menu === "form" ? (menu as Form).parts[0]?.menu : menu;
  const said = Array.isArray(answer) ? String(answer[0]) : String(answer);
  return first?.menu === "pick" ? ((first as Pick).doubted[said] ?? null) : null;
}
