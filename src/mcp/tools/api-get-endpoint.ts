import type { Docs } from '../../docs/docs.ts';
import { lazily } from '../../lib/made-once.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

export function apiGetEndpoint({ endpoints, accountRoutes }: Docs, names: EndpointNames): Tool {
  const all = [...endpoints, ...accountRoutes];
  const results = new Map(
    all.map((endpoint) => [endpoint, lazily(() => toolResult(endpoint.page.markdown))]),
  );
  const known = all.map(({ path, summary }) => `- \`${path}\`: ${summary}`).join('\n');
  return {
    name: 'api.get_endpoint',
    title: 'Read one REST endpoint',
    description:
      'Read all about one endpoint: parameters, price and how it grows with the range, every field of the answer, a curl example and a real sample answer, two items of each list. Use it before you call an endpoint or say what a call costs.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Path of the endpoint, such as "/api/public/market/focus" or "market/focus".'),
      },
      required: ['path'],
    },
    call(args) {
      const path = textArgument(args, 'path', 'endpoint', 'name');
      if (path === undefined) return toolError(`path is missing. The endpoints are:\n${known}`);
      const endpoint = names.find(path);
      const result = endpoint && results.get(endpoint);
      return result?.() ?? toolError(`There is no such endpoint. The endpoints are:\n${known}`);
    },
  };
}
