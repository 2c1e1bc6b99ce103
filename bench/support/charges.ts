import { hashKey } from '../../src/accounts/key.ts';
import { openAccounts } from '../../src/accounts/open.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { readConfig } from '../../src/settings/config.ts';

const MS_PER_DAY = 86_400_000;
const BATCH = 5000;

interface ChargesOptions {
  readonly dataDir: string;
  /** Keys that take turns; those of one account pay from one balance. */
  readonly keys: readonly string[];
  readonly rows: number;
  /** Over how many days they are spread, up to yesterday. */
  readonly days: number;
}

/** Charges by the million, evenly over days, keys and paths, through the same door as those of real calls. */
export async function makeCharges({ dataDir, keys, rows, days }: ChargesOptions): Promise<void> {
  const accounts = await openAccounts(readConfig({ DATA_DIR: dataDir }));
  const hashes = keys.map(hashKey);
  const end = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY;
  const start = end - days * MS_PER_DAY;
  const call = (i: number) => {
    const at = start + Math.floor((i / rows) * (end - start));
    // Each path is called once with each key, then the next.
    const endpoint = endpoints[Math.floor(i / keys.length) % endpoints.length];
    if (!endpoint) throw new Error('there is nothing to call');
    const requestId = `made-${i.toString(36)}`;
    const day = Math.floor(at / MS_PER_DAY);
    const { path, price } = endpoint;
    return { keyHash: hashes[i % hashes.length] ?? '', points: price.base, path, requestId, at, day };
  };
  try {
    for (let from = 0; from < rows; from += BATCH) {
      const outcomes = await accounts.settle(
        Array.from({ length: Math.min(BATCH, rows - from) }, (_, i) => call(from + i)),
      );
      const refused = outcomes.find(({ kind }) => kind !== 'settled');
      if (refused) throw new Error(`a made call was not settled: ${JSON.stringify(refused)}`);
    }
  } finally {
    await accounts.close();
  }
}
