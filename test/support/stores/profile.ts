/**
 * What a service of the tests stands on. `MDQ_TEST_PROFILE=scaled`: accounts in PostgreSQL, order lines on two ClickHouse
 * shards, two replicas. Otherwise everything is embedded, in one process.
 */
export const profile: 'embedded' | 'scaled' = readProfile(process.env.MDQ_TEST_PROFILE || 'embedded');

/** How many servers a service has. */
export const REPLICAS = profile === 'scaled' ? 2 : 1;

// Loaded now, where it is needed: what it starts is then ended after all tests of the file.
const scaled = profile === 'scaled' ? await import('./scaled-stores.ts') : undefined;

/** Settings of new, empty stores. */
export async function newStores(): Promise<Record<string, string>> {
  return (await scaled?.scaledStores()) ?? {};
}

function readProfile(name: string): 'embedded' | 'scaled' {
  if (name === 'embedded' || name === 'scaled') return name;
  throw new Error(`MDQ_TEST_PROFILE must be embedded or scaled; it is "${name}"`);
}
