/** Drafts and proposals of allies for the open question, as the server told them to this seat. */
import type { Message } from "../../seat/sight";
import type { Plan } from "./drafts";

export interface SharedPlan {
  nation: string;
  /** The seat that wrote it. */
  by: string;
  choice: Plan;
}

export function plansOf(messages: readonly Message[], ask: number): SharedPlan[] {
  const found = new Map<string, SharedPlan>();
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at]!;
    if (message.kind !== "plan") continue;
    const plan = message.body as unknown as SharedPlan & { ask: number };
    if (plan.ask !== ask) break; // those before are for older questions
    const key = `${plan.by}/${plan.nation}`;
    if (!found.has(key)) found.set(key, plan);
  }
  return [...found.values()];
}
