import type { Docs } from '../../docs/docs.ts';
import type { Hit } from '../../docs/search.ts';
import { TimeBudget } from '../time-budget.ts';
import { listOf, record, type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

const LIMIT = { default: 5, max: 20 };

/** Of all answers only this one takes time, the more the longer the question, and anyone may ask. */
const LONGEST_QUERY = 200;
const MS_PER_SECOND = { all: 250, each: 50 };

export function docsSearch(docs: Docs): Tool {
  const budget = new TimeBudget(MS_PER_SECOND);
  return {
    name: 'docs.search',
    title: 'Search the documentation',
    description:
      'Search guides, endpoints, parameters, response fields and error messages, in English or Chinese. Use it first when you have a question and do not know which page or endpoint answers it. Returns the best places with a snippet and a page id; read a whole page with docs.get_page, or an endpoint with api.get_endpoint.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: LONGEST_QUERY,
          description: 'A question or a few words, such as "how are points charged" or "點數".',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: LIMIT.max,
          default: LIMIT.default,
          description: 'How many places to return.',
        },
      },
      required: ['query'],
    },
    outputSchema: record({
      query: text('What was searched for.'),
      results: listOf(
        record({
          id: text('Page id, for docs.get_page.'),
          title: text('Title of the page, and of the section.'),
          url: text('Address of the section, on this host.'),
          snippet: text('The part of the text that fits.'),
          score: { type: 'number', description: 'How well it fits; higher is better.' },
        }),
        'Best first; empty when nothing fits.',
      ),
    }),
    call(args, client) {
      const query = textArgument(args, 'query', 'q');
      if (query === undefined) return toolError('query is missing: give a question or a few words.');
      if (query.length > LONGEST_QUERY) {
        return toolError(`query must have at most ${LONGEST_QUERY} characters.`);
      }
      const limit = args.limit ?? LIMIT.default;
      if (!Number.isSafeInteger(limit) || Number(limit) < 1) {
        return toolError(`limit must be a whole number from 1 to ${LIMIT.max}.`);
      }
      const hits = budget.run(client, () => docs.search(query, Math.min(Number(limit), LIMIT.max)));
      if (hits === undefined) return toolError('Too many searches at once: try again in a second.');
      return toolResult(asText(query, hits), { query, results: hits.map(toRow) });
    },
  };
}

function toRow({ page, title, url, snippet, score }: Hit) {
  return { id: page, title, url, snippet, score };
}

function asText(query: string, hits: readonly Hit[]): string {
  if (hits.length === 0) {
    return `Nothing fits "${query}". Try other words, or see all endpoints with api.list_endpoints.`;
  }
  return hits
    .map(
      ({ page, title, url, snippet }, i) =>
        `${i + 1}. **${title}** (page \`${page}\`, ${url})\n   ${snippet}`,
    )
    .join('\n\n');
}
