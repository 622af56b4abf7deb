/** Addresses and their pages. Pages are loaded when they are first opened. */
import type { Component } from "svelte";

/** A page gets the parameters of its address; it need not want them. */
export type Page = Component<{ params: Record<string, string> }>;

export interface Route {
  /** Segments; `:name` is a parameter. */
  path: string;
  title: string;
  load: () => Promise<{ default: unknown }>;
}

export const ROUTES: Route[] = [
  { path: "/", title: "Sandtable", load: () => import("./pages/Landing.svelte") },
  { path: "/start", title: "Quick start", load: () => import("./pages/QuickStart.svelte") },
  { path: "/new", title: "New table", load: () => import("./pages/NewTable.svelte") },
  { path: "/lobby", title: "Lobby", load: () => import("./pages/Lobby.svelte") },
  { path: "/join", title: "Join", load: () => import("./pages/Join.svelte") },
  { path: "/mine", title: "My games", load: () => import("./pages/MyGames.svelte") },
  { path: "/archive", title: "Archive", load: () => import("./pages/Archive.svelte") },
  { path: "/t/:table", title: "Table", load: () => import("./pages/Table.svelte") },
  { path: "/t/:table/seat/:seat", title: "Game", load: () => import("./pages/Game.svelte") },
  { path: "/t/:table/watch", title: "Watching", load: () => import("./pages/WatchGame.svelte") },
  { path: "/t/:table/replay", title: "Replay", load: () => import("./pages/Replay.svelte") },
  { path: "/t/:table/verify", title: "Dice", load: () => import("./pages/Verification.svelte") },
  { path: "/t/:table/diary", title: "War diary", load: () => import("./pages/Diary.svelte") },
  { path: "/odds", title: "Odds lab", load: () => import("./pages/OddsLab.svelte") },
  { path: "/echoes", title: "Echoes of War", load: () => import("./games/echoes/Hub.svelte") },
  { path: "/echoes/here/:war", title: "Echoes of War", load: () => import("./games/echoes/Here.svelte") },
  { path: "/library", title: "Library", load: () => import("./pages/Library.svelte") },
  { path: "/profile", title: "Profile", load: () => import("./pages/Profile.svelte") },
];

export interface Found {
  route: Route;
  params: Record<string, string>;
}

export function match(path: string): Found | null {
  const given = path.replace(/\/+$/, "").split("/");
  for (const route of ROUTES) {
    const wanted = route.path.replace(/\/+$/, "").split("/");
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, at) => {
      const value = given[at] ?? "";
      if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
      return part.startsWith(":") ? value !== "" : part === value;
    });
    if (fits) return { route, params };
  }
  return null;
}

const listeners = new Set<() => void>();

/** Called whenever the address changes; returns how to stop it. */
export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener());

/** Go to an address of our own. */
export function go(address: string, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  tell();
}

/** The part of the address after `?`. */
export const query = () => new URLSearchParams(location.search);

/** Change parts of the query without leaving the page; empty values go. */
export function setQuery(changes: Record<string, string>) {
  const found = query();
  for (const [name, value] of Object.entries(changes)) {
    if (value) found.set(name, value);
    else found.delete(name);
  }
  const search = found.toString();
  history.replaceState(null, "", location.pathname + (search ? `?${search}` : "") + location.hash);
}

/** Links of ours change the page without loading it anew. */
export function startRouter() {
  addEventListener("popstate", tell);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin || link.dataset.full !== undefined) return;
    if (!match(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
