/** Written by the build: where the engine and its Python lie. See web/offline/pack.ts. */
declare module "virtual:offline" {
  export const ENGINE: string;
  export const PYTHON: string;
  export const FILES: string[];
}
