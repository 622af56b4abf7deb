/** What stands out on the slider of a replay. */
import type { Moment } from "../api/types";

const TURNS = new Set(["ax.turn", "wr.phase", "ew.turn"]);
const BATTLES = new Set(["ax.battle", "wr.picked", "ew.attack", "ew.conflict_fought"]);

export interface Mark {
  move: number;
  says: string;
  nation: string;
}

const marks = (moments: Moment[], names: Set<string>): Mark[] =>
  moments.flatMap((moment) =>
    moment.events
      .filter((event) => names.has(String(event.event)))
      .map((event) => ({ move: moment.move, says: String(event.says), nation: String(event.power ?? "") })),
  );

export const turnsOf = (moments: Moment[]) => marks(moments, TURNS);
export const battlesOf = (moments: Moment[]) => marks(moments, BATTLES);
