import type { Docs } from '../../docs/docs.ts';
import { lazily } from '../../lib/made-once.ts';
import { Type } from '../../lib/schema.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { createTool, detail, type Tool, text, toolError, toolResult } from './tool.ts';

export function apiGetEndpoint(docs: Docs, names: EndpointNames): Tool {
  const { endpoints, accountRoutes } = docs;
  const all = [...endpoints, ...accountRoutes];
  const results = new Map(
    all.map((endpoint) => [
      endpoint,
      {
        brief: lazily(() => toolResult(endpoint.brief)),
        whole: lazily(() => toolResult(endpoint.page.markdown)),
      },
    ]),
  );
  const known = all.map(({ path, summary }) => `- \`${path}\`: ${summary}`).join('\n');
  return createTool({
    name: 'api.get_endpoint',
    title: 'Read one REST endpoint',
    description:
      'Read one endpoint: parameters, price and every field of the answer. With start and end it also tells the most that such a call can cost. Use it before you call an endpoint or say what a call costs.',
    takes: {
      path: text('Path of the endpoint, such as "/api/public/market/focus" or "market/focus".'),
      start: Type.Optional(text('First day of the call, YYYY-MM-DD, for its price.')),
      end: Type.Optional(text('Last day.')),
      detail: detail('With a curl example, a sample answer and the columns in CSV.'),
    },
    call({ path, start, end, detail: isWhole = false }) {
      const endpoint = names.find(path);
      const result = endpoint && results.get(endpoint);
      if (!result) return toolError(`There is no such endpoint. The endpoints are:\n${known}`);
      const dates = { ...(start && { start }), ...(end && { end }) };
      if (Object.keys(dates).length === 0) return isWhole ? result.whole() : result.brief();
      const price = docs.describeRange(endpoint.path, dates);
      if (typeof price !== 'string') return toolError(price.msg);
      return toolResult(`${price}\n\n${isWhole ? endpoint.page.markdown : endpoint.brief}`);
    },
  });
}
