import { isSandboxKey } from '../../../../src/sandbox/keys.ts';

/** Where a key may be kept: until the tab is closed, and nowhere else. */
export type TabStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'mdq-key';

/** The storage of the tab; where a browser forbids it, the page's own memory. */
export function tabStore(): TabStore {
  try {
    sessionStorage.getItem(NAME);
    return sessionStorage;
  } catch {
    return memory;
  }
}

const remembered = new Map<string, string>();
const memory: TabStore = {
  getItem: (name) => remembered.get(name) ?? null,
  setItem: (name, value) => void remembered.set(name, value),
  removeItem: (name) => void remembered.delete(name),
};

export function readKey(store: TabStore): string | undefined {
  return store.getItem(NAME) ?? undefined;
}

export function keepKey(store: TabStore, key: string): void {
  store.setItem(NAME, key);
}

export function forgetKey(store: TabStore): void {
  store.removeItem(NAME);
}

/** What is wrong with a text that was typed as a key; a header could not even carry some of these. */
export function keyMistake(text: string): 'empty' | 'odd' | 'short' | undefined {
  if (text === '') return 'empty';
  if (!/^[\x21-\x7e]+$/.test(text)) return 'odd';
  return isSandboxKey(text) || /^mdk_[0-9A-Za-z]{38}$/.test(text) ? undefined : 'short';
}
