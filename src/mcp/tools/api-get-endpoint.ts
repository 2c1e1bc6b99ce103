import type { Docs } from '../../docs/docs.ts';
import { lazily } from '../../lib/made-once.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

export function apiGetEndpoint(docs: Docs, names: EndpointNames): Tool {
  const { endpoints, accountRoutes } = docs;
  const all = [...endpoints, ...accountRoutes];
  const results = new Map(
    all.map((endpoint) => [endpoint, lazily(() => toolResult(endpoint.page.markdown))]),
  );
  const known = all.map(({ path, summary }) => `- \`${path}\`: ${summary}`).join('\n');
  return {
    name: 'api.get_endpoint',
    title: 'Read one REST endpoint',
    description:
      'Read all about one endpoint: parameters, price, every field of the answer, a curl example and a real sample answer. With start or end it also tells what that call costs now, and which days the data has. Use it before you call an endpoint or say what a call costs.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Path of the endpoint, such as "/api/public/market/focus" or "market/focus".'),
        start: text('First day of the call, YYYY-MM-DD, for its price.'),
        end: text('Last day.'),
      },
      required: ['path'],
    },
    call(args) {
      const path = textArgument(args, 'path', 'endpoint', 'name');
      if (path === undefined) return toolError(`path is missing. The endpoints are:\n${known}`);
      const endpoint = names.find(path);
      const result = endpoint && results.get(endpoint);
      if (!result) return toolError(`There is no such endpoint. The endpoints are:\n${known}`);
      const asked = ['start', 'end'].flatMap((name) =>
        args[name] === undefined ? [] : [[name, String(args[name])]],
      );
      const told =
        asked.length > 0 ? docs.describeRange(endpoint.path, Object.fromEntries(asked)) : undefined;
      if (told === undefined) return result();
      return typeof told === 'string'
        ? toolResult(`${told}\n\n${endpoint.page.markdown}`)
        : toolError(told.msg);
    },
  };
}
