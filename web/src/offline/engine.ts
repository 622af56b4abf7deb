/** The engine on this device: fetched when somebody wants to play here, kept for later, and run in a worker. */
import { ENGINE, FILES, PYTHON } from "virtual:offline";

const CACHE = "sandtable-engine";

/** Have the screens themselves come from this device when there is no connection. */
export function keepScreens() {
  if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

export async function isKept(): Promise<boolean> {
  if (!("caches" in self)) return false;
  const cache = await caches.open(CACHE);
  const found = await Promise.all([ENGINE, ...FILES].map((file) => cache.match(file)));
  return found.every(Boolean);
}

/** Fetch everything that is needed; `progress` hears how much of it is there, from 0 to 1. */
export async function keepEngine(progress: (share: number) => void = () => undefined) {
  keepScreens();
  if (!("caches" in self)) return;
  const cache = await caches.open(CACHE);
  const wanted = [ENGINE, ...FILES];
  for (const old of await cache.keys()) if (!wanted.includes(new URL(old.url).pathname)) await cache.delete(old);
  let done = 0;
  for (const file of wanted) {
    if (!(await cache.match(file))) await cache.add(file);
    progress(++done / wanted.length);
  }
}

export interface Engine {
  ask(text: string): Promise<string>;
  close(): void;
}

/** Start the engine; it takes some seconds. Questions are answered one after the other. */
export function startEngine(): Promise<Engine> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const waiting: { keep: (text: string) => void; fail: (problem: Error) => void }[] = [];
  return new Promise((keep, fail) => {
    worker.onerror = (event) => fail(new Error(event.message || "The engine did not start."));
    worker.onmessage = (event: MessageEvent<{ ready?: boolean; text?: string; trouble?: string }>) => {
      const { ready, text, trouble } = event.data;
      if (ready)
        keep({
          ask: (question) => new Promise((found, failed) => {
            waiting.push({ keep: found, fail: failed });
            worker.postMessage({ text: question });
          }),
          close: () => worker.terminate(),
        });
      else if (trouble !== undefined) {
        const problem = new Error(`The engine on this device stumbled: ${trouble}`);
        const asked = waiting.shift();
        if (asked) asked.fail(problem);
        else fail(problem);
      } else waiting.shift()?.keep(text ?? "[]");
    };
    worker.postMessage({ start: { python: PYTHON, engine: ENGINE } });
  });
}
