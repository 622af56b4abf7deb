/** What a person has set for this browser. */
import "./palettes.css";

const DRAWER = "sandtable.settings";

export type Theme = "auto" | "light" | "dark";
export type Palette = "usual" | "safe" | "high" | "grey";
export type Motion = "auto" | "less";
/** How the rolls of a battle come to light. */
export type Speed = "theatre" | "step" | "instant";

/** `keys`: the key of an act, where it is not the usual one; `sizes`: of the panels of each game. */
const known = { theme: "auto" as Theme, palette: "usual" as Palette, motion: "auto" as Motion, battles: "theatre" as Speed, compact: false, sound: false, minimap: false, bot: "", game: "", side: "", keys: {} as Record<string, string>, sizes: {} as Record<string, number> };

function load() {
  try {
    return { ...structuredClone(known), ...(JSON.parse(localStorage.getItem(DRAWER) ?? "{}") as Partial<typeof known>) };
  } catch {
    return structuredClone(known);
  }
}

export const settings = $state(load());

const dark = matchMedia("(prefers-color-scheme: dark)");

function show() {
  const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.palette = settings.palette;
  document.documentElement.dataset.motion = settings.motion;
  document.documentElement.dataset.density = settings.compact ? "compact" : "comfortable";
}

/** Keep the settings and follow them; called once. */
export function followSettings() {
  dark.addEventListener("change", show);
  $effect.root(() => {
    $effect(() => {
      localStorage.setItem(DRAWER, JSON.stringify(settings));
      show();
    });
  });
}
