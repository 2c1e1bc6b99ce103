import { RELATED_LIMIT, type Tables } from '../tables.ts';
import { largest, picked, sortedIndexes } from './growing.ts';

/** Who bought something in which sub-category: each pair once. */
interface Bought {
  readonly member: Int32Array;
  readonly sub: Int32Array;
}

/**
 * Of each sub-category, the others in which most of its members bought too, and how many did: at least `fewest`. Those
 * with as many come in the order of `subsByName`. An engine would join what was bought with itself, and make a row for
 * every two sub-categories of every member, only to count them.
 */
export function relate({ member, sub }: Bought, subsByName: Int32Array, fewest: number): Tables['related'] {
  const members = largest(member) + 1;
  const bySub = sortedIndexes(sub, subsByName.length);
  const byMember = sortedIndexes(member, members);
  const [membersOf, subsOf] = [picked(member, bySub.indexes), picked(sub, byMember.indexes)];
  const addShared = (ours: number, shared: Uint32Array) => {
    for (let i = bySub.first[ours] ?? 0; i < (bySub.first[ours + 1] ?? 0); i++) {
      const who = membersOf[i] ?? 0;
      const end = byMember.first[who + 1] ?? 0;
      for (let j = byMember.first[who] ?? 0; j < end; j++) {
        const other = subsOf[j] ?? 0;
        shared[other] = (shared[other] ?? 0) + 1;
      }
    }
  };
  return strongestRows(addShared, subsByName, fewest);
}

/** The rows of all sub-categories; `addShared` adds up how many members one has in common with each of them. */
export function strongestRows(
  addShared: (ours: number, shared: Uint32Array) => void,
  subsByName: Int32Array,
  fewest: number,
): Tables['related'] {
  const shared = new Uint32Array(subsByName.length);
  const rows: { sub: number; other: number; members: number }[] = [];
  for (let ours = 0; ours < subsByName.length; ours++) {
    shared.fill(0);
    addShared(ours, shared);
    shared[ours] = 0;
    for (const other of strongest(shared, subsByName, Math.max(1, fewest)))
      rows.push({ sub: ours, other, members: shared[other] ?? 0 });
  }
  return {
    sub: Int32Array.from(rows, ({ sub }) => sub),
    other: Int32Array.from(rows, ({ other }) => other),
    members: Float64Array.from(rows, ({ members }) => members),
  };
}

function strongest(shared: Uint32Array, subsByName: Int32Array, fewest: number): number[] {
  const found: number[] = [];
  for (const other of subsByName) {
    const members = shared[other] ?? 0;
    if (members < fewest) continue;
    let at = found.length;
    while (at > 0 && (shared[found[at - 1] ?? 0] ?? 0) < members) at--;
    found.splice(at, 0, other);
    if (found.length > RELATED_LIMIT) found.pop();
  }
  return found;
}
