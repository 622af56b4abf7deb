/**
 * The dice of a finished game, computed anew in the browser. The same few steps as `sandtable/core/fairness.py`: the seal is
 * SHA-256 of the secret; the key is HMAC-SHA-256 of everybody's words under the secret; a roll is named by game, takebacks,
 * purpose and number, and HMAC-SHA-256 of that name and a block number under the key gives its 32-bit words.
 */
import type { RollCheck, Verification } from "../api/types";

const utf8 = new TextEncoder();
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Browsers compute hashes on secure pages only. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

export const sealOf = async (secret: string) => hexOf(await crypto.subtle.digest("SHA-256", bytesOf(secret)));

const keyFrom = (bytes: BufferSource) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** The key of a game: the secret, and the words of every seat in the order of their names. */
export async function gameKey(secret: string, words: Record<string, string>): Promise<CryptoKey> {
  const sorted = Object.fromEntries(Object.entries(words).sort(([one], [other]) => (one < other ? -1 : 1)));
  return keyFrom(await crypto.subtle.sign("HMAC", await keyFrom(bytesOf(secret)), utf8.encode(JSON.stringify(sorted))));
}

async function* stream(key: CryptoKey, name: unknown[]): AsyncGenerator<number> {
  for (let block = 0; ; block++) {
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, utf8.encode(JSON.stringify([...name, block]))));
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** A number below `limit`; words beyond the largest multiple of it are passed over, so that none is favoured. */
async function below(words: AsyncGenerator<number>, limit: number): Promise<number> {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const { value } = await words.next();
    if ((value as number) < fair) return (value as number) % limit;
  }
}

/** What the key gives for a roll, or for a draw without replacement. */
export async function computed(key: CryptoKey, game: string, roll: RollCheck): Promise<number[]> {
  const words = stream(key, [game, roll.takebacks, roll.what, roll.number]);
  const found: number[] = [];
  const left = Array.from({ length: roll.kind === "draw" ? roll.sides : 0 }, (_, at) => at);
  for (let n = 0; n < roll.faces.length; n++) {
    if (roll.kind === "draw") found.push(left.splice(await below(words, left.length), 1)[0]!);
    else found.push(1 + (await below(words, roll.sides)));
  }
  return found;
}

export interface Checked {
  roll: RollCheck;
  ours: number[];
  right: boolean;
}

export const same = (one: readonly number[], other: readonly number[]) => one.length === other.length && one.every((face, at) => face === other[at]);

/** Every roll of a game, in chunks, so that the page stays alive. */
export async function checkAll(found: Verification, progress: (done: number) => void): Promise<{ seal: string; rolls: Checked[] }> {
  const seal = await sealOf(found.secret);
  const key = await gameKey(found.secret, found.nonces);
  const rolls: Checked[] = [];
  for (const roll of found.rolls) {
    const ours = roll.copied ? [...roll.faces] : await computed(key, found.game_id, roll);
    rolls.push({ roll, ours, right: same(ours, roll.faces) });
    if (rolls.length % 200 === 0) {
      progress(rolls.length);
      await new Promise((go) => setTimeout(go));
    }
  }
  progress(rolls.length);
  return { seal, rolls };
}

/** The seal that this browser saw before the first die fell, if it was there. */
const drawer = (table: string) => `sandtable.seal.${table}`;
export const rememberSeal = (table: string, seal: string) => {
  if (seal && !localStorage.getItem(drawer(table))) localStorage.setItem(drawer(table), seal);
};
export const sealSeen = (table: string) => localStorage.getItem(drawer(table)) ?? "";
