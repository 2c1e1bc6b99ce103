import type { Asked } from '../code/samples.ts';
import { FIRST_VIEW, type Level, viewToQuery } from '../explorer/state/view.ts';

/** The id of the page of a path. */
export function pageOfPath(path: string): string {
  return path.replace(/^\/api\/(public\/)?/, 'api/');
}

const LEVELS: readonly (readonly [part: RegExp, level: Level])[] = [
  [/\/(overview\/\w+|trends\/overview)$/, 'overall'],
  [/\/(sub-market\/[\w-]+|trends\/sub-market)$/, 'sub'],
  [/\/(market\/[\w-]+|trends\/market)$/, 'category'],
];

/** What the explorer shows of a call, as its address says it; undefined for what it does not draw. */
export function explorerQuery({ path, parameters }: Asked): string | undefined {
  const level = LEVELS.find(([part]) => part.test(path))?.[1];
  if (level === undefined) return undefined;
  const { category = '', sub = '', start = '', end = '' } = Object.fromEntries(parameters);
  const isDated = start !== '' || end !== '';
  return viewToQuery({
    ...FIRST_VIEW,
    level,
    category,
    sub,
    ...(isDated && { range: { kind: 'dates', start, end } as const }),
  });
}
