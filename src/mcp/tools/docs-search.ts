import type { Docs } from '../../docs/docs.ts';
import type { Hit } from '../../docs/search/search.ts';
import { type Tool, textArgument, toolError, toolResult } from './tool.ts';

const LIMIT = { default: 5, max: 20 };

/** The longer the question, the more time it takes, and anyone may ask. */
const LONGEST_QUERY = 200;

export function docsSearch(docs: Docs): Tool {
  return {
    name: 'docs.search',
    title: 'Search the documentation',
    description:
      'Search guides, endpoints, parameters, fields and error messages, in English or Chinese. Use it first when you have a question and do not know which page or endpoint answers it. Each result has an id for docs.get_page; those that begin with api/ also for api.get_endpoint.',
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
    call(args) {
      const query = textArgument(args, 'query', 'q');
      if (query === undefined) return toolError('query is missing: give a question or a few words.');
      if (query.length > LONGEST_QUERY) {
        return toolError(`query must have at most ${LONGEST_QUERY} characters.`);
      }
      const limit = args.limit ?? LIMIT.default;
      if (!Number.isSafeInteger(limit) || Number(limit) < 1) {
        return toolError(`limit must be a whole number from 1 to ${LIMIT.max}.`);
      }
      return toolResult(asText(query, docs.search(query, Math.min(Number(limit), LIMIT.max))));
    },
  };
}

function asText(query: string, hits: readonly Hit[]): string {
  if (hits.length === 0) {
    return `Nothing fits "${query}". Try other words, or see all endpoints with api.list_endpoints.`;
  }
  return hits
    .map(({ title, url, snippet, audience }, i) => {
      const id = url.replace('/developers/', '');
      return `${i + 1}. **${title}** (\`${id}\`${audience === 'operators' ? ', for operators' : ''})\n   ${snippet}`;
    })
    .join('\n');
}
