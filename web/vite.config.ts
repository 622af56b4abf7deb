import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { offline } from "./offline/pack";

const SERVER = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    svelte(),
    offline(),
    VitePWA({
      registerType: "prompt",
      injectRegister: false, // the desk of a solitaire game asks for it; nobody else needs a worker
      manifest: {
        name: "Sandtable",
        short_name: "Sandtable",
        description: "Grand strategy at one table: every rule enforced, every secret kept, every die verifiable.",
        start_url: "/",
        display: "standalone",
        background_color: "#f4efe4",
        theme_color: "#2b3a4a",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
        shortcuts: [{ name: "Echoes of War", short_name: "Echoes", url: "/echoes" }],
      },
      workbox: {
        importScripts: ["/push.js"],
        globPatterns: ["index.html", "assets/*.{js,css}", "icon.svg"],
        // Pages come from the server as long as there is one: an old page would ask a new server for scripts it no longer has.
        navigateFallback: null,
        directoryIndex: null,
        clientsClaim: true,
        // The engine for playing offline is fetched when somebody wants it (src/offline/engine.ts), and then comes from there.
        globIgnores: ["assets/pyodide-*/**", "assets/{warroom,pacific,GameScreen,OddsLab,NewTable}-*"], // nobody needs the big tables without a server
        runtimeCaching: [
          {
            urlPattern: ({ request, url }) => request.mode === "navigate" && !/^\/(api|maps|seat|healthz|readyz|metrics)\b/.test(url.pathname),
            handler: "NetworkOnly",
            options: { precacheFallback: { fallbackURL: "/index.html" } },
          },
          { urlPattern: /\/assets\/(pyodide-[^/]+\/|engine-)/, handler: "CacheFirst", options: { cacheName: "sandtable-engine" } },
        ],
      },
    }),
  ],
  worker: { format: "es" },
  build: {
    outDir: "../src/sandtable/web_dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // data: addresses of scripts and styles are forbidden by our own content security policy
    chunkSizeWarningLimit: 300,
  },
  server: {
    proxy: {
      "/api": { target: SERVER, ws: true },
      "/maps": SERVER,
      "/seat": SERVER,
    },
  },
});
