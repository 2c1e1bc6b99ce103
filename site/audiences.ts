import type { Docs } from '../src/docs/docs.ts';
import type { Page } from '../src/docs/pages.ts';
import { plainId } from './languages.ts';

/** What operators do, and the guides to it, in the order of their menu. */
export const OPERATOR_TASKS = {
  start: ['start', 'data-format'],
  sell: ['operating'],
  run: ['deploy', 'upgrade', 'backup'],
  watch: ['monitor', 'performance'],
  protect: ['threat-model'],
} as const;

/** The program's own part of the changelog. */
export const OPERATOR_CHANGELOG = 'program-changelog';

export type Audience = 'callers' | 'operators';

const OPERATOR_PAGES: readonly string[] = [...Object.values(OPERATOR_TASKS).flat(), OPERATOR_CHANGELOG];

export function audienceOf(id: string): Audience {
  return OPERATOR_PAGES.includes(plainId(id)) ? 'operators' : 'callers';
}

/** The guides for callers, in English, in reading order. */
export function callerGuides(docs: Pick<Docs, 'pages'>): Page[] {
  return guidesFor(docs, 'callers');
}

export function operatorGuides(docs: Pick<Docs, 'pages'>): Page[] {
  return guidesFor(docs, 'operators');
}

function guidesFor({ pages }: Pick<Docs, 'pages'>, audience: Audience): Page[] {
  return pages.filter(({ id }) => !id.includes('/') && audienceOf(id) === audience);
}
