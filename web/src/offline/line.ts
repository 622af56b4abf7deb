/** A line from a seat to the engine on this device, with the same frames as the socket of a server. */
import { Problem } from "../api/client";
import type { Frame, Handlers, Line } from "../api/socket";
import { startEngine, type Engine } from "./engine";
import { keepWar, type KeptWar } from "./wars";

export interface Opening {
  id: string;
  /** A short name such as campaign/5; empty for a war of one's own. */
  war: string;
  dice: "fair" | "hand";
  save: string;
  /** The same dice from the beginning. */
  again: boolean;
}

const CHANGES = new Set(["answer", "throw", "undo", "ask_takeback", "declare"]);

export class EngineLine implements Line {
  private engine: Promise<Engine>;
  private number = 0;
  private done = false;
  private shown: Partial<KeptWar> = {};

  constructor(
    private readonly opening: Opening,
    private readonly handlers: Handlers,
  ) {
    handlers.link("opening", "");
    this.engine = startEngine();
    this.open().catch((problem: Error) => handlers.link("closed", problem.message));
  }

  private async open() {
    const { war, dice, save, again } = this.opening;
    await this.call("open", { war, dice, save, again });
    this.handlers.link("open", "");
    await this.keep();
  }

  private async call<T>(name: string, fields: Record<string, unknown>): Promise<T> {
    const engine = await this.engine;
    const frames = JSON.parse(await engine.ask(JSON.stringify({ do: name, re: ++this.number, ...fields }))) as Frame[];
    for (const frame of frames) {
      if (frame.type === "ok") return frame.result as T;
      if (frame.type === "refused") throw new Problem(frame.problem);
      this.note(frame);
      if (!this.done) this.handlers.frame(frame);
    }
    throw new Problem({ detail: "The engine on this device gave no answer." });
  }

  /** What the list of wars says about this one. */
  private note(frame: Frame) {
    if (frame.type === "table") this.shown = { ...this.shown, title: frame.table.title, war: frame.table.war, dice: frame.table.dice, takebacks: frame.table.takebacks, over: frame.table.status === "over" };
    if (frame.type === "view") {
      const view = frame.view as { turn: number; points: number; result: { name: string; sentence: string; worth: Record<string, number> } | null };
      this.shown = { ...this.shown, turn: view.turn, points: view.points, result: view.result?.name ?? "", sentence: view.result?.sentence ?? "", worth: view.result?.worth.allies ?? 0 };
    }
  }

  async send<T>(name: string, fields: Record<string, unknown> = {}): Promise<T> {
    const result = await this.call<T>(name, fields);
    if (CHANGES.has(name)) void this.keep();
    return result;
  }

  /** The war as a save. */
  save = () => this.call<string>("save", {});

  private async keep() {
    await keepWar({ title: "", war: "", dice: "fair", takebacks: 0, over: false, turn: 1, points: 0, result: "", sentence: "", worth: 0, ...this.shown, id: this.opening.id, save: await this.save(), updated: Date.now() });
  }

  close() {
    this.done = true;
    void this.engine.then((engine) => engine.close(), () => undefined);
    this.handlers.link("closed", "");
  }
}
