import type { Tables } from '../../../snapshot/tables.ts';
import { strongestRows } from '../../../snapshot/tally/related.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { NumberColumn } from '../server/row-binary.ts';
import type { Values } from '../server/server.ts';
import { related, seenTable } from './seen-sql.ts';
import type { SeriesNames } from './series-names.ts';

/** With how many members of a sub-category a shard has seen each of some others. */
interface Shared {
  readonly others: NumberColumn;
  readonly members: NumberColumn;
}

/** Related purchases: each shard has counted its own members, and what they have counted is added up. */
export async function relatePurchases(
  { servers, signal }: Attempt,
  names: SeriesNames,
  values: Values,
  { isControlled, fewest }: { readonly isControlled: boolean; readonly fewest: number },
): Promise<Tables['related']> {
  const query = related(seenTable(servers), isControlled);
  const bySub = new Map<number, Shared[]>();
  await onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    // Each server has numbers of its own. Who shares members with another is itself one of its others.
    const subOf = new Map<number, number>();
    const rows: (Shared & { readonly sub: number })[] = [];
    while (!reader.isAtEnd) {
      const number = reader.int32();
      const sub = names.sub(reader.text(), reader.text());
      subOf.set(number, sub);
      rows.push({ sub, others: reader.numbers('i32'), members: reader.numbers('u32') });
    }
    for (const { sub, others, members } of rows) {
      const found = bySub.get(sub) ?? [];
      bySub.set(sub, found);
      found.push({ others: others.map((other) => known(subOf, other)), members });
    }
  });
  const addShared = (ours: number, shared: Uint32Array) => {
    for (const { others, members } of bySub.get(ours) ?? [])
      others.forEach((other, i) => {
        shared[other] = (shared[other] ?? 0) + (members[i] ?? 0);
      });
  };
  return strongestRows(addShared, subsByName(names), fewest);
}

/** By the bytes of the names of category and sub-category, as the embedded engine has them. */
function subsByName({ lists: { categories, subs } }: SeriesNames): Int32Array {
  const bytes = subs.map(({ category, name }) => Buffer.from(`${categories[category]}\0${name}`));
  const compare = (a: number, b: number) =>
    Buffer.compare(bytes[a] ?? Buffer.alloc(0), bytes[b] ?? Buffer.alloc(0));
  return Int32Array.from(subs.keys()).sort(compare);
}

function known(subOf: ReadonlyMap<number, number>, number: number): number {
  const sub = subOf.get(number);
  if (sub === undefined)
    throw new Error('A server has counted members of a sub-category that it has not named');
  return sub;
}
