/** The war diary: what happened, turn by turn, in sentences. */
import type { Moment } from "../api/types";
import type { LogLine } from "../game/look";
import type { ToldEvent } from "../seat/sight";

export interface Paragraph {
  text: string;
  kind: string;
  nation: string;
}

export interface Chapter {
  title: string;
  nation: string;
  /** How many moves were done when it began, and when it ended. */
  from: number;
  to: number;
  lines: Paragraph[];
  /** Lines that a short diary leaves out. */
  more: number;
}

/** What only a full diary tells. */
const SMALL = new Set(["move", "dice"]);

export function chapters(moments: Moment[], log: (event: ToldEvent) => LogLine | null, full: boolean): Chapter[] {
  const found: Chapter[] = [];
  let now: Chapter = { title: "Before the war", nation: "", from: 0, to: 0, lines: [], more: 0 };
  for (const moment of moments) {
    for (const event of moment.events) {
      const line = log(event as unknown as ToldEvent);
      if (!line) continue;
      if (line.heading) {
        if (now.lines.length || now.more) found.push(now);
        now = { title: line.text.replace(/\.$/, ""), nation: line.nation ?? "", from: moment.move, to: moment.move, lines: [], more: 0 };
      } else if (!full && SMALL.has(line.kind ?? "")) {
        now.more++;
      } else {
        now.lines.push({ text: line.text, kind: line.kind ?? "", nation: line.nation ?? "" });
      }
      now.to = moment.move;
    }
  }
  if (now.lines.length || now.more) found.push(now);
  return found;
}
