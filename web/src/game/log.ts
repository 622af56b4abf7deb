/** The lines of the log, from the messages of a table. */
import { eventsOf, type AnyView, type Message, type ToldEvent } from "../seat/sight";
import { foreseenInWords } from "../tables/words";
import type { GameLook, LogLine } from "./look";

export interface Entry extends LogLine {
  id: string;
  at: number;
  chat?: { name: string; seat: string; to: string };
}

/** What is said about the table itself. Who did it is named by the seat. */
function tableLine(message: Message): string | null {
  const body = message.body as Record<string, string>;
  switch (message.kind) {
    case "begun": return "The game begins.";
    case "over": return body.sentence ?? "The game is over.";
    case "undone": return `${body.seat} takes the last answer back.`;
    case "takeback_asked": return `${body.seat} asks to go back to question ${body.to_ask}.`;
    case "taken_back": return "All agree: the game goes back.";
    case "seated": return `${body.name || "Somebody"} sits down as ${body.seat}.`;
    case "left": return `${body.seat} leaves the table.`;
    case "conceded": return `${body.seat} concedes.`;
    case "takeover": return `${body.by === "default" ? "The default answers" : `The bot ${body.by}`} take over for ${body.seat}.`;
    case "reclaimed": return `${body.seat} is back.`;
    case "draw": return body.agree ? `${body.seat} offers a draw.` : `${body.seat} does not want a draw.`;
    case "late": return `${body.seat} is late.`;
    case "foreseen": return foreseenInWords({ name: body.name ?? "Somebody", why: body.why === "imported" ? "imported" : "exported" });
    case "reminder": return `${body.seat} should decide soon.`;
    default: return null;
  }
}

export function entries<V extends AnyView>(messages: Message[], look: GameLook<V>): Entry[] {
  const found: Entry[] = [];
  for (const message of messages) {
    const id = String(message.seq);
    if (message.kind === "events") {
      eventsOf(message).forEach((event: ToldEvent, at) => {
        const line = look.log ? look.log(event) : { text: event.says };
        if (line) found.push({ ...line, id: `${id}.${at}`, at: message.at });
      });
    } else if (message.kind === "chat") {
      const body = message.body as Record<string, string>;
      found.push({ id, at: message.at, text: body.text ?? "", chat: { name: body.name ?? "", seat: body.seat ?? "", to: body.to ?? "table" } });
    } else if (message.kind === "undone" || message.kind === "taken_back") {
      // what was taken back has not happened: as many events as the server says
      let left = Number(message.body.events ?? 0);
      for (let at = found.length - 1; at >= 0 && left > 0; at--) {
        if (!found[at]!.id.includes(".")) continue;
        found.splice(at, 1);
        left -= 1;
      }
      found.push({ id, at: message.at, text: tableLine(message) ?? "" });
    } else {
      const text = tableLine(message);
      if (text) found.push({ id, at: message.at, text });
    }
  }
  return found;
}

/** What happened where since the turn before the present one began; the battles last, so that they are the ones to be seen. */
export function changes(all: Entry[]): { area: string; text: string; battle: boolean }[] {
  const headings = all.flatMap((entry, at) => (entry.heading ? [at] : []));
  const found = all.slice(headings.at(-2) ?? 0).flatMap((entry) => {
    const area = entry.kind === "battle" || entry.kind === "move" ? entry.areas?.at(-1) : undefined;
    return area ? [{ area, text: entry.text, battle: entry.kind === "battle" }] : [];
  });
  return found.sort((one, other) => Number(one.battle) - Number(other.battle));
}
