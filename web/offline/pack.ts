/**
 * What a browser needs to play without a server: the Python sources of the engine and of Echoes of War, packed from the
 * project itself at build time, and the Python that runs them. Nothing of it belongs to the first load.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCES = resolve(HERE, "../../src");
const PYODIDE = resolve(HERE, "../node_modules/pyodide");
const VERSION = (JSON.parse(readFileSync(join(PYODIDE, "package.json"), "utf-8")) as { version: string }).version;

/** Files and folders of the project that play Echoes of War, and nothing else. */
const PARTS = [
  "sandtable/__init__.py",
  "sandtable/core",
  "sandtable/games/__init__.py",
  "sandtable/games/echoes",
  "sandtable/bots/__init__.py",
  "sandtable/bots/bot.py",
  "sandtable/bots/arena.py",
  "sandtable/bots/estimates.py",
  "sandtable/bots/echoes",
];
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

function filesOf(root: string, path: string): string[] {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => name !== "__pycache__")
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`))
    .filter((name) => /\.(py|toml|json)$/.test(name));
}

/** The engine as one text: each file by its path. */
function engine(): string {
  const found: Record<string, string> = {};
  for (const part of PARTS) for (const path of filesOf(SOURCES, part)) found[path] = readFileSync(join(SOURCES, path), "utf-8");
  for (const path of [...filesOf(HERE, "msgspec"), "desk.py"]) found[path] = readFileSync(join(HERE, path), "utf-8");
  return JSON.stringify(found);
}

const NAME = "virtual:offline";

export function offline(): Plugin {
  const text = engine();
  const file = `assets/engine-${createHash("sha256").update(text).digest("hex").slice(0, 10)}.json`;
  const folder = `assets/pyodide-${VERSION}`;
  return {
    name: "sandtable-offline",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}`
        ? `export const ENGINE = ${JSON.stringify(`/${file}`)};\nexport const PYTHON = ${JSON.stringify(`/${folder}/`)};\nexport const FILES = ${JSON.stringify(RUNTIME.map((name) => `/${folder}/${name}`))};`
        : null,
    generateBundle() {
      this.emitFile({ type: "asset", fileName: file, source: text });
      for (const name of RUNTIME) this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(join(PYODIDE, name)) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").split("?")[0] ?? "";
        if (path === `/${file}`) return void response.setHeader("Content-Type", "application/json").end(text);
        const name = RUNTIME.find((one) => path === `/${folder}/${one}`);
        if (!name) return next();
        const types: Record<string, string> = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json" };
        response.setHeader("Content-Type", types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream");
        response.end(readFileSync(join(PYODIDE, name)));
      });
    },
  };
}
