import { UserError } from '../errors/operators.ts';

/** Where a PostgreSQL database is, and how to get in. */
export interface PostgresAddress {
  /** What gave the address, as messages name it. */
  readonly setting: string;
  /** Tried in this order, until one takes writes. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
  /** Files: who signed the server's certificate, and what the client shows of its own. */
  readonly rootCertificate: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  readonly connectSeconds: number;
}

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof TLS_MODES)[number];

const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'connect_timeout'] as const;
const FORM = /^postgres(?:ql)?:\/\/([^:@/]+)(?::([^@/]*))?@([^/?]+)\/([^/?]+)(?:\?(.*))?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;
const CONNECT_SECONDS = 3;

/** Reads the value of a setting. The error does not repeat it: it holds a password. */
export function readPostgresAddress(setting: string, text: string): PostgresAddress {
  const form = `${setting} must be postgres://user:password@host:5432/database`;
  const [, user, password = '', hosts, database, query = ''] = FORM.exec(text) ?? [];
  if (user === undefined || hosts === undefined || database === undefined) throw new UserError(form);
  const given = new URLSearchParams(query);
  for (const name of given.keys()) {
    if (!PARAMETERS.some((known) => known === name)) {
      throw new UserError(`${setting} takes the parameters ${PARAMETERS.join(', ')}; it has "${name}"`);
    }
  }
  return {
    setting,
    hosts: hosts.split(',').map((host) => readHost(setting, host)),
    user: decoded(form, user),
    password: decoded(form, password),
    database: decoded(form, database),
    tls: readTls(setting, given.get('sslmode') ?? 'disable'),
    rootCertificate: given.get('sslrootcert') ?? undefined,
    certificate: given.get('sslcert') ?? undefined,
    key: given.get('sslkey') ?? undefined,
    connectSeconds: readSeconds(setting, given.get('connect_timeout') ?? String(CONNECT_SECONDS)),
  };
}

/** The address without what is secret in it. */
export function describeAddress({ hosts, database }: PostgresAddress): string {
  return `database "${database}" at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
}

function readHost(setting: string, text: string): PostgresAddress['hosts'][number] {
  const [, host, port] = HOST.exec(text) ?? [];
  const number = Number(port ?? DEFAULT_PORT);
  if (host === undefined || number < 1 || number > 65_535) {
    throw new UserError(
      `The hosts of ${setting} must be names or addresses such as db.example:5432, separated by commas`,
    );
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

function readTls(setting: string, text: string): TlsMode {
  const mode = TLS_MODES.find((known) => known === text);
  if (!mode) throw new UserError(`sslmode of ${setting} must be ${TLS_MODES.join(', ')}; it is "${text}"`);
  return mode;
}

function readSeconds(setting: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) {
    throw new UserError(
      `connect_timeout of ${setting} must be a number of seconds from 1 to 999; it is "${text}"`,
    );
  }
  return Number(text);
}

function decoded(form: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UserError(`${form}; write % and other special characters as %25 and so on`);
  }
}
