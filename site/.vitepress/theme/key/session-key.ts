import { KEY_PREFIX, secretForm } from '../../../../src/accounts/secret-form.ts';
import { isSandboxKey } from '../../../../src/sandbox/keys.ts';
import { eraseKept } from './kept.ts';

/** Where a key may be stored: until the tab is closed, and nowhere else. */
export type TabStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What a tab stores for whoever holds a key. It goes with the key, whichever page forgets that. */
export const IN_TAB = { key: 'mdq-key', id: 'mdq-key-id', paid: 'mdq-paid' } as const;

/** The storage of the tab; where a browser forbids it, the page's own memory. */
export function tabStore(): TabStore {
  try {
    sessionStorage.getItem(IN_TAB.key);
    return inTab;
  } catch {
    return memory;
  }
}

/** Of a page alone, until it is left. */
export function memoryStore(): TabStore {
  const remembered = new Map<string, string>();
  return {
    getItem: (name) => remembered.get(name) ?? null,
    setItem: (name, value) => void remembered.set(name, value),
    removeItem: (name) => void remembered.delete(name),
  };
}
const memory = memoryStore();
/** If the storage of the tab is full, the page's own memory is used: a paid call must not fail on that. */
const inTab: TabStore = {
  getItem: (name) => memory.getItem(name) ?? sessionStorage.getItem(name),
  setItem(name, value) {
    try {
      sessionStorage.setItem(name, value);
      memory.removeItem(name);
    } catch {
      memory.setItem(name, value);
    }
  },
  removeItem(name) {
    memory.removeItem(name);
    sessionStorage.removeItem(name);
  },
};

export function readKey(store: TabStore): string | undefined {
  return store.getItem(IN_TAB.key) ?? undefined;
}

/** `id`: the id of the key, once the service has said it. */
export function storeKey(store: TabStore, key: string, id?: string): void {
  // What another key has paid for stays in this browser until that key is forgotten.
  if (readKey(store) !== key) clearTab(store);
  store.setItem(IN_TAB.key, key);
  if (id !== undefined) store.setItem(IN_TAB.id, id);
}

export function forgetKey(store: TabStore): void {
  eraseKeptOf(store);
  clearTab(store);
}

/** The key is gone, and what it has paid for stays in this browser. */
export function clearTab(store: TabStore): void {
  for (const name of Object.values(IN_TAB)) store.removeItem(name);
}

/** Erases what the key has paid for: with the key itself, or once the service does not know it any more. */
export function eraseKeptOf(store: TabStore): void {
  const id = store.getItem(IN_TAB.id);
  if (id !== null) void eraseKept(id);
}

/** A page restored by the back button has the key of before: if the tab has another key by now, it is loaded again. */
export function reloadWhenKeyChanged(): void {
  let left: string | undefined;
  addEventListener('pagehide', () => {
    left = readKey(tabStore());
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readKey(tabStore()) !== left) location.reload();
  });
}

/** What the tab has stored under a name; what cannot be read counts as nothing. */
export function readTab<Found extends object>(store: TabStore, name: string): Partial<Found> {
  try {
    return (JSON.parse(store.getItem(name) ?? '{}') ?? {}) as Partial<Found>;
  } catch {
    return {};
  }
}

/** Whether somebody pasted a key where none belongs. */
export function hasKey(text: string): boolean {
  return /mdk_\w/.test(text);
}

/** What is wrong with a text that was typed as a key; a header could not even carry some of these. */
export function keyMistake(text: string): 'empty' | 'odd' | 'malformed' | undefined {
  if (text === '') return 'empty';
  if (!/^[\x21-\x7e]+$/.test(text)) return 'odd';
  return isSandboxKey(text) || secretForm(KEY_PREFIX).test(text) ? undefined : 'malformed';
}
