import type { Docs } from './docs.ts';
import type { Audience } from './pages.ts';

/** An index of the documentation for language models, in the form of the llms.txt proposal. */
export function llmsText({ name, tagline, sandboxRate, pages, endpoints, accountRoutes }: Docs): string {
  const guides = (audience: Audience) =>
    pages
      .filter((page) => page.audience === audience)
      .map(({ title, url, description }) => `- [${title}](${url}.md): ${description}`)
      .join('\n');
  const reference = [...endpoints, ...accountRoutes].map(
    ({ path, summary, price, page, deprecated }) =>
      `- [GET ${path}](${page.url}.md): ${summary}. Price: ${price.short}.${deprecated ? ` ${deprecated}` : ''}`,
  );
  const operators = guides('operators');
  return `# ${name}

> ${tagline ? `${tagline} – a` : 'A'} read-only REST API of aggregated e-commerce order statistics (weekly trends, rankings, growth, payment methods, key figures, tags, related purchases) for the whole market, main categories and sub-categories. Every call needs a key in the header x-api-key. Data calls cost points, and only a 200 is charged; account calls are free.

Every answer is JSON: {"code": 200, "data": {…}} or {"code": <HTTP status>, "msg": "…"}. With Accept: text/csv, data calls return CSV. First list the main categories, then the sub-categories of one. ${sandboxRate === undefined ? '' : sandboxText(sandboxRate)}The documentation itself needs no key and costs nothing.

## Guides

${guides('callers')}

## Endpoints

${reference.join('\n')}

${operators && `## For providers\n\n${operators}\n\n`}## For programs

- [OpenAPI 3.1](/api/docs/openapi.json): the whole API, machine-readable.
- [API catalog](/.well-known/api-catalog): a linkset (RFC 9727) of all of these.
- [MCP server](/api/mcp): the documentation as six tools, over JSON-RPC by POST. It returns no live data.
- [TypeScript client](/developers/client.tgz): installed with npm from this address; typed, without dependencies.
- [Python client](/developers/market_data.py): one file, without dependencies.

## Optional

- [Everything on one page](/llms-full.txt): all guides and endpoints in full.
`;
}

function sandboxText(rate: number): string {
  const limit = rate > 0 ? `, at most ${rate} calls a second` : '';
  return `To try it, send the public key mdk_test_ok: the sandbox returns made-up figures and charges nothing${limit}. mdk_test_nopoints, _inactive, _owner, _limit and _unknown return the matching errors. `;
}

export function llmsFullText(docs: Docs): string {
  return [
    llmsText(docs),
    ...docs.everyPage.map(({ url, markdown }) => `<!-- ${url} -->\n\n${markdown}`),
    docs.changelog,
  ].join('\n\n---\n\n');
}
