import type { Docs } from '../src/docs/docs.ts';
import type { Audience, Guide } from '../src/docs/pages.ts';

/** What operators do, and the guides to it, in the order of their menu. One that is not named is about running it. */
export const OPERATOR_TASKS = {
  start: ['start', 'data-format', 'imports'],
  run: [
    'operating',
    'selling-points',
    'key-limits',
    'admin-api',
    'webhooks',
    'your-site',
    'deploy',
    'upgrade',
    'backup',
  ],
  watch: ['monitor', 'performance'],
  protect: ['disclosure-control', 'threat-model'],
} as const;

/** The program's own part of the changelog. */
export const OPERATOR_CHANGELOG = 'program-changelog';

/** The guides for somebody, in English, in reading order. */
export function guidesFor(audience: Audience, { pages }: Pick<Docs, 'pages'>): Guide[] {
  return pages.filter((page) => !page.id.includes('/') && page.audience === audience);
}
