import type { Asked } from '../call/call.ts';
import { FIRST_VIEW, viewToQuery } from '../explorer/state/view.ts';
import { panelOf } from '../pictures/picture-of.ts';

/** What the explorer shows of a call, as its address says it; undefined for what it does not draw. */
export function explorerQuery({ path, parameters }: Asked): string | undefined {
  const level = panelOf(path)?.level;
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
