import { RELATED_LIMIT, type Tables } from '../../../snapshot/tables.ts';
import type { Attempt } from '../server/attempt.ts';
import { onEach } from '../server/cluster.ts';
import type { Values } from '../server/server.ts';
import { related, seenTable } from './count-sql.ts';
import type { SeriesNames } from './series-names.ts';

interface Bought {
  readonly sub: readonly [category: string, sub: string];
  readonly other: readonly [category: string, sub: string];
  readonly members: number;
}

/** How many members bought in two sub-categories, as each shard of members has counted. */
export async function askRelated(
  { servers, signal }: Attempt,
  values: Values,
  isControlled: boolean,
): Promise<Bought[]> {
  const query = related(seenTable(servers), isControlled);
  const answers = await onEach(servers, async (server) => {
    const reader = await server.read(query, values, signal);
    const bought: Bought[] = [];
    while (!reader.isAtEnd) {
      const sub = [reader.text(), reader.text()] as const;
      const categories = reader.array(() => reader.text());
      const subs = reader.array(() => reader.text());
      const members = reader.numbers('u32');
      members.forEach((count, i) => {
        bought.push({ sub, other: [categories[i] ?? '', subs[i] ?? ''], members: count });
      });
    }
    return bought;
  });
  return answers.flat();
}

/**
 * The strongest relations of each sub-category, by members, then by name in the order of code points; none of fewer
 * members than must be.
 */
export function relatedRows(
  bought: readonly Bought[],
  names: SeriesNames,
  fewest: number,
): Tables['related'] {
  const bySub = new Map<number, Map<number, Bought>>();
  for (const each of bought) {
    const sub = names.sub(...each.sub);
    const other = names.sub(...each.other);
    const others = bySub.get(sub) ?? new Map<number, Bought>();
    bySub.set(sub, others);
    others.set(other, { ...each, members: each.members + (others.get(other)?.members ?? 0) });
  }
  const rows = [...bySub]
    .sort(([a], [b]) => a - b)
    .flatMap(([sub, others]) =>
      [...others]
        .filter(([, { members }]) => members >= fewest)
        .sort(
          ([, a], [, b]) =>
            b.members - a.members ||
            compareBytes(a.other[0], b.other[0]) ||
            compareBytes(a.other[1], b.other[1]),
        )
        .slice(0, RELATED_LIMIT)
        .map(([other, { members }]) => ({ sub, other, members })),
    );
  return {
    sub: Int32Array.from(rows, ({ sub }) => sub),
    other: Int32Array.from(rows, ({ other }) => other),
    members: Float64Array.from(rows, ({ members }) => members),
  };
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
