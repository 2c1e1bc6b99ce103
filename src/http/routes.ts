import type { Brand } from '../brand/brand.ts';
import type { Docs } from '../docs/docs.ts';
import { nowOf, type Operator, siteFacts } from '../docs/site-facts.ts';
import { endpoints } from '../endpoints/index.ts';
import { madeFrom } from '../lib/made-once.ts';
import { createMcp } from '../mcp/answer-post.ts';
import { accountProduct } from '../request/account/account-route.ts';
import { accountRoutes } from '../request/account/index.ts';
import { answer, type Product } from '../request/answer.ts';
import { endpointProduct } from '../request/endpoint-product.ts';
import type { Call, Service } from '../request/service.ts';
import type { Clients } from './clients.ts';
import { document, documents, downloads } from './documents.ts';
import { type Exchange, oneValue, type RouteKind } from './exchange.ts';
import { acceptsCsv } from './headers/accept-csv.ts';
import { handlingOf } from './headers/prefer.ts';
import type { Health } from './health.ts';
import { healthRoutes } from './health.ts';
import { MCP_PATH, mcpRoute } from './mcp-route.ts';
import { type Route, RouteTable } from './route.ts';
import { brandFiles, iconPath } from './site/brand-files.ts';
import { SITE_PATH, Site } from './site/site.ts';
import { tokensOf } from './site/tokens.ts';

interface RouteParts {
  readonly service: Service;
  readonly docs: () => Docs;
  readonly operator: Operator;
  readonly brand: () => Brand;
  readonly health: Health;
  readonly clients: Clients;
}

/** Every path and its one owner. */
export function createRoutes({ service, docs, operator, brand, health, clients }: RouteParts): RouteTable {
  const table = new RouteTable();
  for (const endpoint of endpoints) add(endpointProduct(endpoint), 'paid');
  for (const route of accountRoutes) add(accountProduct(route), 'account');
  const siteDocument = document(
    `${SITE_PATH}/site.json`,
    'application/json; charset=utf-8',
    nowOf(service, brand),
    (now) => JSON.stringify({ code: 200, data: siteFacts(now, operator) }),
  );
  for (const { path, template, handle } of [
    ...documents(docs),
    ...downloads(),
    siteDocument,
    ...brandFiles(brand),
  ]) {
    table.add(path, { template, kind: 'open', method: 'GET', handle });
  }
  const site = new Site(madeFrom(brand, (now) => tokensOf(now, operator)));
  table.addAllBelow(SITE_PATH, {
    template: `${SITE_PATH}/*`,
    kind: 'open',
    method: 'GET',
    handle: (exchange) => site.reply(exchange),
  });
  // Browsers ask for it on pages that name no icon, such as an answer that is looked at.
  table.add('/favicon.ico', {
    template: '/favicon.ico',
    kind: 'open',
    method: 'GET',
    handle: () => ({ status: 302, body: '', headers: ['location', iconPath(brand())] }),
  });
  table.add(MCP_PATH, mcpRoute(madeFrom(docs, createMcp), clients, service.unpaid));
  for (const route of healthRoutes(health)) table.add(route.template, route);
  table.add('/', HOME);
  return table;

  function add(product: Product, kind: RouteKind): void {
    const { path } = product;
    const route = { template: path, kind, method: 'GET' } as const;
    const [, fixed, name] = PARAMETER_AT_END.exec(path) ?? [];
    if (fixed === undefined) {
      table.add(path, { ...route, handle: (exchange) => answer(service, product, toCall(exchange)) });
      return;
    }
    // A parameter in the path is read like one of the query.
    table.addBelow(fixed, {
      ...route,
      handle: (exchange) => {
        const value = exchange.target.path.slice(fixed.length + 1);
        const query = `${name}=${encodeURIComponent(value)}`;
        return answer(service, product, { ...toCall(exchange), query });
      },
    });
  }
}

/** `/api/account/calls/{id}` */
const PARAMETER_AT_END = /^(.+)\/\{(\w+)\}$/;

/** Who types the bare address into a browser wants the site; for programs there is nothing here. */
const HOME: Route = {
  template: '/',
  kind: 'open',
  method: 'GET',
  isFor: ({ method, isHead, headers }) =>
    (method === 'GET' || isHead) && headers.accept?.includes('text/html') === true,
  handle: () => ({ status: 302, body: '', headers: ['location', SITE_PATH, 'vary', 'accept'] }),
};

function toCall(exchange: Exchange): Call {
  const { headers, target, url, isHead, requestId, client, begunAt } = exchange;
  return {
    key: oneValue(headers['x-api-key']),
    target: url,
    query: target.query,
    maxPoints: oneValue(headers['x-max-points']),
    idempotencyKey: oneValue(headers['idempotency-key']),
    ifNoneMatch: headers['if-none-match'],
    hasBearerKey: /^bearer mdk_/i.test(headers.authorization ?? ''),
    handling: handlingOf(oneValue(headers.prefer)),
    isCsv: acceptsCsv(headers.accept),
    isHead,
    requestId,
    client,
    begunAt,
  };
}
