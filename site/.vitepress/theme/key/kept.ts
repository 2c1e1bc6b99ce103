import { shallowReactive } from 'vue';
import type { Outcome, Receipt } from '../call/call.ts';

/** An answer that was paid for, as it came. */
export interface KeptAnswer {
  readonly at: number;
  readonly text: string;
  readonly data: unknown;
  readonly receipt: Receipt;
}

const DATABASE = 'mdq';
const STORE = 'paid';
const MOST_BYTES = 50_000_000;
/** As long as a call may take: a slow machine must not make a reader pay again for what is kept. */
const LONGEST_MS = 10_000;

/** Everything about an answer, so that ids alone need to be read. They sort by time, oldest first. */
type Id = [at: number, bytes: number, holder: string, version: string, target: string];

/** Those of the key and of the data that are looked at, by what was asked. */
const answers = shallowReactive(new Map<string, KeptAnswer>());
let shown = { holder: '', version: '' };

/** What this browser has paid for: within a version of the data it is not bought again. */
export const keptAnswers: ReadonlyMap<string, KeptAnswer> = answers;

/** Looks at what is kept for a key, by its id, and a version; again, for what another tab has bought since. */
export async function openKept(holder: string, version: string): Promise<void> {
  const isShown = () => shown.holder === holder && shown.version === version;
  if (!isShown()) answers.clear();
  shown = { holder, version };
  await inStore('readonly', async (store) => {
    for (const id of await idsIn(store)) {
      const [, , of, from, target] = id;
      if (of !== holder || from !== version || answers.has(target)) continue;
      const found = readKept(id, await done(store.get(id)));
      if (found && isShown()) answers.set(target, found);
    }
  });
}

/** A damaged answer counts as none, and does not hide the others. */
function readKept([at, , , version]: Id, value: unknown): KeptAnswer | undefined {
  try {
    const { text, receipt } = value as KeptAnswer;
    const { data } = JSON.parse(text);
    return receipt.version === version ? { at, text, receipt, data } : undefined;
  } catch {
    return undefined;
  }
}

/** How much is kept for a key, of whatever data: another tab may have bought it. */
export async function keptCount(holder: string): Promise<number> {
  let count = holder === shown.holder ? answers.size : 0;
  await inStore('readonly', async (store) => {
    count = Math.max(count, (await idsIn(store)).filter((id) => id[2] === holder).length);
  });
  return count;
}

/** Keeps an answer; where there is too much, the oldest go. */
export async function keep(
  holder: string,
  target: string,
  { text, data, receipt }: Extract<Outcome, { kind: 'answered' }>,
): Promise<void> {
  const { version } = receipt;
  if (version === undefined) return;
  const at = Date.now();
  if (holder === shown.holder && version === shown.version) answers.set(target, { at, text, data, receipt });
  await inStore('readwrite', async (store) => {
    const ids = await idsIn(store);
    const { size } = new Blob([text]);
    store.put({ text, receipt }, [at, size, holder, version, target] satisfies Id);
    let bytes = ids.reduce((sum, [, each]) => sum + each, size);
    for (const id of ids) {
      const isSame = id[2] === holder && id[3] === version && id[4] === target;
      if (!isSame && bytes <= MOST_BYTES) continue;
      store.delete(id);
      bytes -= id[1];
    }
  });
}

/** Erases everything that a key has paid for. */
export async function eraseKept(holder: string): Promise<void> {
  if (holder === shown.holder) {
    answers.clear();
    // Answers that are being read right now are not shown any more.
    shown = { holder: '', version: '' };
  }
  await inStore('readwrite', async (store) => {
    for (const id of await idsIn(store)) if (id[2] === holder) store.delete(id);
  });
}

async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<void>,
): Promise<void> {
  try {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await soon(done(opening));
    database.onversionchange = () => database.close();
    try {
      await soon(work(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    // Where a browser keeps nothing, a page still has what was bought on it.
  }
}

/** Fails if the database does not answer in time. */
function soon<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), LONGEST_MS);
    work.then(resolve, reject);
  });
}

async function idsIn(store: IDBObjectStore): Promise<Id[]> {
  return (await done(store.getAllKeys())).filter(Array.isArray) as unknown as Id[];
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
