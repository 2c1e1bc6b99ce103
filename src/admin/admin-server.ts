import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Accounts } from '../accounts/accounts.ts';
import { containsToken, type Operator, tokenHashOf } from '../accounts/office.ts';
import { UserError } from '../errors/operators.ts';
import { codeOf } from '../errors/stores.ts';
import { hasSeveralHosts, ownHosts } from '../lib/own-hosts.ts';
import { requestIds } from '../lib/request-id.ts';
import { InputError, isReading } from '../operations/operation.ts';
import type { Config } from '../settings/config.ts';
import { type AfarContext, answerOf, fromAfar } from './answer.ts';
import { Beside, type Errand } from './beside.ts';
import type { Answered } from './child-messages.ts';
import { httpNames } from './http-names.ts';
import { readInput } from './input.ts';
import { refuseNonRequests } from './non-requests.ts';
import { adminDocument } from './openapi.ts';
import { readPaging } from './page.ts';
import { Refused, refusalOf } from './refusals.ts';
import { type AdminRoutes, loadRoutes, PREFIX } from './routes.ts';
import { readTarget } from './target.ts';

const MOST_BYTES = 1_048_576;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** What an operation asks for that is not to be had in a process that answers calls. */
const ELSEWHERE = new Error('the warehouse is opened in a process of its own');

interface AdminServer {
  readonly url: string;
  close(): void;
}

interface Parts {
  readonly config: Config;
  readonly accounts: Accounts;
  /** Which processes beside this one read their settings from. */
  readonly env: NodeJS.ProcessEnv;
  readonly onError: (error: unknown) => void;
  /** Told of every answer: nothing that was sent but the method and the path as a template, so no name and no secret. */
  readonly onReply?: (reply: AdminReply) => void;
}

interface AdminReply {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Who asked; null for whoever has no valid token. */
  readonly operator: string | null;
  readonly status: number;
}

/** Serves every operation on a port of its own, which is not for the public. */
export async function serveAdmin(
  { host, port, hosts }: NonNullable<Config['admin']>,
  parts: Parts,
): Promise<AdminServer> {
  const door = new AdminDoor(await loadRoutes(), [host, ...hosts], parts);
  const answer = (request: IncomingMessage, response: ServerResponse) => void door.answer(request, response);
  const server = createServer(
    // A missing Host is refused like any other that is not one of this port.
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, requireHostHeader: false },
    answer,
  ).on('checkExpectation', answer);
  refuseNonRequests(server, (refused) => ({ ...door.headers(), ...refused.headers }));
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(
      `MDQ_ADMIN_PORT must be a free port of MDQ_ADMIN_HOST; it is ${port} on ${host} (${codeOf(error)})`,
    );
  }
  const address = server.address();
  const listens = typeof address === 'object' ? (address?.port ?? port) : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listens}${PREFIX}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What is known of a request so far. */
interface Known {
  path: string;
  operator: string | null;
}

class AdminDoor {
  readonly #routes: AdminRoutes;
  readonly #inHttp: ReturnType<typeof httpNames>;
  readonly #isOwn: ReturnType<typeof ownHosts>;
  readonly #parts: Parts;
  readonly #beside: Beside;
  readonly #document: string;
  readonly #nextId = requestIds();

  constructor(routes: AdminRoutes, hosts: readonly string[], parts: Parts) {
    this.#routes = routes;
    this.#inHttp = httpNames(routes.all);
    this.#isOwn = ownHosts(hosts);
    this.#parts = parts;
    this.#beside = new Beside(parts.env);
    this.#document = JSON.stringify(adminDocument(routes.all));
  }

  /** Of every answer, with a request id of its own. */
  headers(): Record<string, string> {
    return {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': this.#nextId(),
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = this.headers();
    const asked: Known = { path: 'other', operator: null };
    const tell = (status: number) =>
      this.#parts.onReply?.({
        requestId: headers['x-request-id'] ?? '',
        ...{ method: request.method ?? '', status, ...asked },
      });
    try {
      const body = await this.#reply(request, asked);
      response.writeHead(200, headers).end(body);
      tell(200);
    } catch (error) {
      const refused = refusalOf(error, this.#inHttp);
      // Whoever broke off is not there to be answered.
      if (codeOf(error) === 'ECONNRESET') return;
      if (refused.status >= 500) this.#parts.onError(error);
      // What was not read to its end cannot be followed by another request.
      if (!request.complete) headers.connection = 'close';
      response.writeHead(refused.status, { ...headers, ...refused.headers }).end(refused.body);
      tell(refused.status);
    }
  }

  async #reply(request: IncomingMessage, asked: Known): Promise<string> {
    if (hasSeveralHosts(request)) throw new Refused('malformed_request', 'Send one "Host" header');
    if (!this.#isOwn(request))
      throw new Refused('wrong_host', 'This port is not for the name in "Host": put it into MDQ_ADMIN_HOSTS');
    const { method = '', url = '' } = request;
    if (containsToken(url))
      throw new Refused(
        'malformed_request',
        'A token never stands in an address: send it as "Authorization: Bearer …"',
      );
    const { path, query } = readTarget(url);
    if (path === `${PREFIX}/openapi.json` && method === 'GET') return this.#document;
    const found = path.startsWith(`${PREFIX}/`)
      ? this.#routes.find(method, path.slice(PREFIX.length))
      : undefined;
    if (found && 'route' in found) asked.path = `${PREFIX}${found.route.path}`;
    asked.operator = (await this.#operator(request)).name;
    if (!found) throw new Refused('not_found', 'Not found');
    if ('allowed' in found)
      throw new Refused('method_not_allowed', 'Method not allowed', { allow: found.allowed.join(', ') });
    const { route, inPath } = found;
    const input = readInput(route.operation, { inPath, query, body: await readBody(request) });
    // A body may take a while to come, and a token may have ended meanwhile.
    const operator = await this.#operator(request);
    const question = JSON.stringify([route.name, Object.entries(input)]);
    const { name, role } = operator;
    const address = request.socket.remoteAddress ?? null;
    const { data, notes: told } = await this.#do(
      {
        ...{ name: route.name, input, question },
        actor: { name, role, door: 'api', address },
        idempotencyKey: idempotencyKeyOf(request),
        paging: readPaging(query, question),
        timeZone: this.#parts.config.timeZone,
        isReading: isReading(route.operation),
      },
      route.operation,
    );
    const notes = told.map(this.#inHttp);
    return JSON.stringify({ code: 200, data, ...(notes.length > 0 && { notes }) });
  }

  async #operator({ headers }: IncomingMessage): Promise<Operator> {
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ');
    const hash = /^bearer$/i.test(scheme) ? tokenHashOf(token.trim()) : undefined;
    const operator = hash === undefined ? undefined : await this.#parts.accounts.office.findOperator(hash);
    if (operator) return operator;
    throw new Refused(
      'invalid_token',
      'A valid token is needed: "Authorization: Bearer mdo_…"; "mdq operator create" makes one',
      {
        'www-authenticate': 'Bearer',
      },
    );
  }

  /** Here where the accounts are enough for it, otherwise in a process of its own. */
  async #do(errand: Errand, operation: Parameters<typeof answerOf>[1]['operation']): Promise<Answered> {
    if (operation.isLong) return this.#beside.do(errand);
    try {
      return await answerOf(this.#context(errand), { ...errand, operation }, errand);
    } catch (error) {
      if (error !== ELSEWHERE) throw error;
      return this.#beside.do(errand);
    }
  }

  #context({ actor }: Errand): AfarContext {
    const { config, accounts } = this.#parts;
    return {
      ...{ config, by: actor.name },
      accounts: async () => accounts,
      hasAccounts: async () => true,
      warehouse: () => Promise.reject(ELSEWHERE),
      ...fromAfar(),
    };
  }
}

function idempotencyKeyOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [key, ...more] = headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return undefined;
  if (more.length > 0 || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new InputError('Idempotency-Key must be given once, as 1 to 255 characters of visible ASCII');
  return key;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Refused('body_too_large', 'Request body too large: at most 1 MiB');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refused('invalid_body', 'The body must be JSON, with "Content-Type: application/json"');
  const bytes = Buffer.concat(chunks);
  // A decoder would replace what is no UTF-8, and something else would be stored than was sent.
  if (!isUtf8(bytes)) throw new Refused('invalid_body', 'The body is not valid UTF-8');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Refused('invalid_body', 'The body is not valid JSON');
  }
}
