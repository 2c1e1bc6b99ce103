import assert from 'node:assert/strict';
import type { Accounts } from '../../../src/accounts/accounts.ts';
import { newToken, ROLES, type Role } from '../../../src/accounts/office.ts';
import { serveAdmin } from '../../../src/admin/admin-server.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { atEnd } from '../at-end.ts';
import { cleanEnvironment } from '../command.ts';
import { type Engine, open } from '../stores/accounts-engines.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what is in it
  readonly body: any;
}

/** The admin API over a store of its own, in this process: any unexpected error fails the test. */
export interface OwnAdmin {
  readonly accounts: Accounts;
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Sends a request such as `POST /accounts`, as an admin if it names no other role. */
  ask(
    way: string,
    body?: unknown,
    asked?: { role?: Role; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The data of a request that succeeds. */
  data(...asked: Parameters<OwnAdmin['ask']>): Promise<Answer['body']>;
  /** The message of a request that is refused. */
  refused(status: number, ...asked: Parameters<OwnAdmin['ask']>): Promise<string>;
}

export async function startAdmin(engine: Engine, settings: Record<string, string> = {}): Promise<OwnAdmin> {
  const env = cleanEnvironment({ ...(await engine.create()), ...settings });
  const accounts = await open(env as Record<string, string>);
  const tokens: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    const { token, ...kept } = newToken();
    const operator = `the ${role}`;
    await accounts.office.createOperator({ ...kept, name: operator, role, endsAt: null });
    await accounts.office.log({
      ...{ operator: 'a test', door: 'shell', address: null, operation: 'operator create', outcome: 'done' },
      ...{ account: null, details: JSON.stringify({ input: {}, after: { operator, role } }) },
    });
    tokens[role] = token;
  }
  const onError = (error: unknown) => assert.fail(error instanceof Error ? error : String(error));
  const parts = { config: readConfig(env), accounts, env, onError };
  const server = await serveAdmin({ host: '127.0.0.1', port: 0, hosts: [] }, parts);
  atEnd(async () => server.close());
  const admin: OwnAdmin = {
    ...{ accounts, env, url: server.url, tokens: tokens as Record<Role, string> },
    async ask(way, body, { role = 'admin', headers = {} } = {}) {
      const [method = '', path = ''] = way.split(' ');
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens[role]}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async data(...asked) {
      const { status, body } = await admin.ask(...asked);
      assert.equal(status, 200, `${asked[0]}: ${JSON.stringify(body)}`);
      return body.data;
    },
    async refused(status, ...asked) {
      const { status: answered, body } = await admin.ask(...asked);
      assert.equal(answered, status, `${asked[0]}: ${JSON.stringify(body)}`);
      return body.msg;
    },
  };
  return admin;
}
