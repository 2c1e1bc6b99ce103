import type { ParameterName } from '../../endpoints/endpoint.ts';

/** What each parameter takes, and what happens without it. */
export const PARAMETER_DOCS: Record<ParameterName, { description: string; schema: object }> = {
  category: {
    description: 'Main category name. Missing or unknown: the default one; the answer echoes the one used.',
    schema: { type: 'string' },
  },
  sub: {
    description:
      'Sub-category name, inside the category used. Missing or unknown: its default one; the answer echoes the one used.',
    schema: { type: 'string' },
  },
  start: {
    description:
      'First day, `YYYY-MM-DD`. Without `start` and `end`: the default period. With `end` only: as many weeks as a default period, ending there.',
    schema: { type: 'string', format: 'date' },
  },
  end: {
    description: 'Last day, `YYYY-MM-DD`. With `start` only: the end of the default period.',
    schema: { type: 'string', format: 'date' },
  },
};
