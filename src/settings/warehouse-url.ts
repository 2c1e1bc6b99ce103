import { UserError } from '../errors/operators.ts';

/** Where a ClickHouse warehouse is. */
export interface ClickhouseAddress {
  /** What gave the address, as messages name it. */
  readonly setting: string;
  /** With their ports, as the address names them. */
  readonly hosts: readonly string[];
  readonly isTls: boolean;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Undefined for one server. */
  readonly cluster: string | undefined;
}

const PORTS = { clickhouse: 8123, clickhouses: 8443 } as const;
const FORM =
  /^(clickhouses?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]+)\/([A-Za-z_][A-Za-z0-9_]*)(?:\?cluster=([A-Za-z0-9_.-]+))?$/;
const HOST = /^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

/** Reads the value of a setting. The error does not repeat it: it holds a password. */
export function readWarehouseUrl(setting: string, text: string): ClickhouseAddress {
  const [, scheme = '', user = '', password = '', list = '', database = '', cluster] = FORM.exec(text) ?? [];
  if (!scheme)
    throw new UserError(
      `${setting} must be written as clickhouse://user:password@host:8123/database (clickhouses:// for TLS); ` +
        'for a cluster with all its servers, as clickhouse://user:password@host1:8123,host2:8123/database?cluster=NAME. ' +
        'Other characters than letters and digits in a password are percent-encoded',
    );
  const hosts = list.split(',').map((host) => {
    const [found, port] = HOST.exec(host) ?? [];
    if (!found || Number(port ?? 1) > 65_535)
      throw new UserError(`${setting} must name servers as host:port; one of them is "${host}"`);
    return port === undefined ? `${host}:${PORTS[scheme as keyof typeof PORTS]}` : host;
  });
  if (new Set(hosts).size < hosts.length) throw new UserError(`${setting} must name each server once`);
  if (hosts.length > 1 && cluster === undefined)
    throw new UserError(`${setting} must name the cluster of its servers: …/database?cluster=NAME`);
  return {
    setting,
    hosts,
    isTls: scheme === 'clickhouses',
    user: decode(setting, user) || 'default',
    password: decode(setting, password),
    database,
    cluster,
  };
}

/** The address without what is secret in it. */
export function describeWarehouse({ isTls, hosts, database }: ClickhouseAddress): string {
  return `${isTls ? 'clickhouses' : 'clickhouse'}://${hosts.join(',')}/${database}`;
}

function decode(setting: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UserError(`${setting} must have its user and password percent-encoded`);
  }
}
