import type { Docs } from '../../docs/docs.ts';
import type { Hit } from '../../docs/search/search.ts';
import { Type } from '../../lib/schema.ts';
import { createTool, type Tool, text, toolResult } from './tool.ts';

const LIMIT = { default: 3, maximum: 20 };

/** A longer query is refused: the time of a search grows with its words, and anyone may search. */
const MAX_QUERY = 200;

export function docsSearch(docs: Docs): Tool {
  return createTool({
    name: 'docs.search',
    title: 'Search the documentation',
    description:
      'Search guides, endpoints, parameters, fields and error messages, in English or Chinese. Use it first when you have a question and do not know which page or endpoint answers it. Each result has an id for docs.get_page; those that begin with api/ also for api.get_endpoint.',
    takes: {
      query: text('A question or a few words, such as "how are points charged" or "點數".', {
        maxLength: MAX_QUERY,
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, ...LIMIT, description: 'How many places to return.' })),
    },
    call({ query, limit = LIMIT.default }) {
      return toolResult(asText(query, docs.search(query, limit)));
    },
  });
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
