/** What a restatement says: what was published beside what would be, cell by cell, written from the rule alone. */
import { type Day, mondayOf, type Range } from './reference-calendar.ts';
import { sumCents } from './reference-figures.ts';
import type { Line } from './reference-lines.ts';
import type { Cell, Closed } from './reference-privacy.ts';

export type Publication = {
  readonly lines: readonly Line[];
  readonly coverage: Range;
  readonly closed: Closed;
  isOnBasis(line: Line): boolean;
};

type Side = 'all' | 'on' | 'outside';

export const FORGOTTEN = 'somebody who was ';

/** Who was forgotten is one of those without a name, before the restatement as after it. */
function personOf({ member }: Line): string {
  return member.startsWith(FORGOTTEN) ? '' : member;
}

function isIn(line: Line, { week, category, sub }: Cell): boolean {
  return (
    mondayOf(line.day) === week &&
    (category ?? line.category) === line.category &&
    (sub ?? line.sub) === line.sub
  );
}

function distinct(values: readonly string[]): number {
  return new Set(values.filter((value) => value !== '')).size;
}

function counts(pairs: readonly (readonly [string, string])[]): [string, number][] {
  const groups = [...Map.groupBy(pairs, ([name]) => name)];
  return groups
    .map(([name, own]): [string, number] => [name, distinct(own.map(([, thing]) => thing))])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** All that a publication says of a cell, but for its restricted basis. */
function shownOf({ lines, closed }: Publication, cell: Cell): string {
  if (closed.has(cell)) return 'closed';
  const own = lines.filter((line) => isIn(line, cell));
  const tagged = own.filter(({ tags }) => tags.length > 0);
  const isSub = cell.sub !== undefined;
  return JSON.stringify([
    String(sumCents(own)),
    distinct(own.map(({ order }) => order)),
    cell.category === undefined ? 0 : distinct(own.map(({ merchant }) => merchant)),
    isSub ? [] : counts(own.map(({ method, order }) => [method, order])),
    isSub ? distinct(tagged.map(({ product }) => product)) : 0,
    isSub
      ? counts(
          tagged.flatMap(({ tags, product }) =>
            tags.map(({ key, value }) => [`${key}=${value}`, product] as const),
          ),
        )
      : [],
  ]);
}

function shownOnBasis({ lines, closed, isOnBasis }: Publication, cell: Cell): string {
  if (cell.category === undefined) return '';
  if (closed.hasBasis(cell)) return 'closed';
  const on = lines.filter((line) => isIn(line, cell) && isOnBasis(line));
  return JSON.stringify([
    String(sumCents(on)),
    distinct(on.map(({ order }) => order)),
    distinct(on.map(({ member }) => member)),
  ]);
}

/** People whose lines in some cells are others, on a side. */
function changedPeople(before: Publication, after: Publication, cells: readonly Cell[], side: Side): number {
  const balance = new Map<string, { person: string; lines: number }>();
  const count = ({ lines, isOnBasis }: Publication, sign: number) => {
    for (const line of lines) {
      if (!cells.some((cell) => isIn(line, cell))) continue;
      if (side !== 'all' && isOnBasis(line) !== (side === 'on')) continue;
      const person = personOf(line);
      const key = JSON.stringify({ ...line, member: person, cents: String(line.cents) });
      balance.set(key, { person, lines: (balance.get(key)?.lines ?? 0) + sign });
    }
  };
  count(before, -1);
  count(after, 1);
  return new Set([...balance.values()].filter(({ lines }) => lines !== 0).map(({ person }) => person)).size;
}

function childrenOf(cells: readonly Cell[], { week, category, sub }: Cell): Cell[] {
  if (sub !== undefined) return [];
  return cells.filter(
    (cell) =>
      cell.week === week &&
      (category === undefined
        ? cell.category !== undefined && cell.sub === undefined
        : cell.category === category && cell.sub !== undefined),
  );
}

/** How many published cells change, and in how many of them two publications tell of fewer than some people. */
export function restatedCells(
  before: Publication,
  after: Publication,
  fewest: number,
): { cells: number; cellsOfFew: number } {
  const cells = publishedCells(before, after);
  let [changed, ofFew] = [0, 0];
  for (const cell of cells) {
    const isChanged = shownOf(before, cell) !== shownOf(after, cell);
    const isBasisChanged = shownOnBasis(before, cell) !== shownOnBasis(after, cell);
    if (!isChanged && !isBasisChanged) continue;
    changed++;
    const isShown = !before.closed.has(cell) && !after.closed.has(cell);
    const isBasisShown =
      cell.category !== undefined && !before.closed.hasBasis(cell) && !after.closed.hasBasis(cell);
    const hidden = childrenOf(cells, cell).filter((child) => after.closed.has(child));
    const basisHidden = childrenOf(cells, cell).filter((child) => after.closed.hasBasis(child));
    const sides: (readonly [boolean, readonly Cell[], Side])[] = [
      [isShown && isChanged, [cell], 'all'],
      [isBasisShown && isBasisChanged, [cell], 'on'],
      [isBasisShown, [cell], 'outside'],
      // What is closed below is told by a subtraction, together.
      [isShown, hidden, 'all'],
      [isBasisShown, basisHidden, 'on'],
      [isBasisShown, basisHidden, 'outside'],
    ];
    const isOfFew = sides.some(([isTold, some, side]) => {
      const people = isTold ? changedPeople(before, after, some, side) : 0;
      return people > 0 && people < fewest;
    });
    if (isOfFew) ofFew++;
  }
  return { cells: changed, cellsOfFew: ofFew };
}

/** The cells of weeks that both cover. */
function publishedCells(before: Publication, after: Publication): Cell[] {
  const last = Math.min(before.coverage.last, after.coverage.last);
  const cells = new Map<string, Cell>();
  const add = (cell: { week: Day; category?: string; sub?: string }) => cells.set(JSON.stringify(cell), cell);
  for (const { day, category, sub } of [...before.lines, ...after.lines]) {
    const week = mondayOf(day);
    if (week < mondayOf(before.coverage.first) || week > last) continue;
    add({ week });
    add({ week, category });
    add({ week, category, sub });
  }
  return [...cells.values()];
}
