import type { Locale } from '../../locale/locale.ts';
import type { TableCell } from '../../shared/table.ts';

/** How many cells behind each answer are suppressed, by its data: what `x-suppressed` told of it. */
export type ClosedCells = ReadonlyMap<unknown, number>;

/** Figures that say whether they are suppressed: their zeros are none. */
interface Figured {
  readonly suppressed?: boolean;
}

export function isShown(figures: Figured | undefined): boolean {
  return figures !== undefined && !figures.suppressed;
}

/** In place of a figure that is suppressed. */
export function closedCell({ words: { chart } }: Locale): TableCell {
  return { text: chart.closed, value: -1, title: chart.whyClosed };
}

/** Figures as a file has them: those that are suppressed are empty, and not zero. */
export function withoutSuppressed<Row extends object>(
  row: Row,
  isSuppressed: (name: string) => boolean,
): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'number' && isSuppressed(name) ? null : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
