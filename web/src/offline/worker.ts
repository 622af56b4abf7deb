/** The engine, in a thread of its own: the same Python that runs on the server. */
/// <reference lib="webworker" />
import type { PyodideAPI } from "pyodide";

interface Start {
  python: string;
  engine: string;
}

let handle: ((text: string) => string) | null = null;

async function start({ python, engine }: Start) {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${python}pyodide.mjs`)) as typeof import("pyodide");
  const [runtime, files] = await Promise.all([
    loadPyodide({ indexURL: python }),
    fetch(engine).then((answer) => answer.json() as Promise<Record<string, string>>),
  ]);
  unpack(runtime, files);
  handle = runtime.runPython("import sys; sys.path.insert(0, '/engine'); import desk; desk.handle") as (text: string) => string;
}

function unpack(runtime: PyodideAPI, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    const full = `/engine/${path}`;
    runtime.FS.mkdirTree(full.slice(0, full.lastIndexOf("/")));
    runtime.FS.writeFile(full, text);
  }
}

self.onmessage = async (event: MessageEvent<{ start?: Start; text?: string }>) => {
  try {
    if (event.data.start) {
      await start(event.data.start);
      self.postMessage({ ready: true });
    } else if (event.data.text && handle) self.postMessage({ text: handle(event.data.text) });
  } catch (problem) {
    self.postMessage({ trouble: problem instanceof Error ? problem.message : String(problem) });
  }
};
