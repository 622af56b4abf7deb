/** The wars that are kept on this device. */

export interface KeptWar {
  id: string;
  title: string;
  /** The shared war whose dice it has, such as echoes/campaign/5. */
  war: string;
  dice: string;
  takebacks: number;
  over: boolean;
  turn: number;
  points: number;
  result: string;
  sentence: string;
  worth: number;
  save: string;
  /** Milliseconds since 1970. */
  updated: number;
}

const STORE = "wars";

function database(): Promise<IDBDatabase> {
  return new Promise((keep, fail) => {
    const asked = indexedDB.open("sandtable", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => keep(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error("This browser keeps nothing."));
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opened = await database();
  try {
    return await new Promise<T>((keep, fail) => {
      const asked = work(opened.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => keep(asked.result);
      asked.onerror = () => fail(asked.error ?? new Error("This browser could not keep the war."));
    });
  } finally {
    opened.close();
  }
}

export const keepWar = (war: KeptWar) => within("readwrite", (store) => store.put(war));
export const keptWar = (id: string) => within<KeptWar | undefined>("readonly", (store) => store.get(id));
export const dropWar = (id: string) => within("readwrite", (store) => store.delete(id));

/** All of them, the latest first. */
export async function keptWars(): Promise<KeptWar[]> {
  const found = await within<KeptWar[]>("readonly", (store) => store.getAll());
  return found.sort((one, other) => other.updated - one.updated);
}
