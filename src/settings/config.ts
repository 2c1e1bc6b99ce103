import { BlockList, isIPv6 } from 'node:net';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { isHostName } from '../lib/own-hosts.ts';
import { cleanName } from '../snapshot/names.ts';
import type { RefreshSettings } from '../snapshot/tables.ts';
import { DATA_SETTING_NAMES, effectiveSettings, isCurrency, readDataSetting } from './data-settings.ts';
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts';
import { type ClickhouseAddress, readWarehouseUrl } from './warehouse-url.ts';

/** Every setting: what it is called, what it defaults to, what it means. */
export const SETTINGS = {
  PORT: { default: '8080', meaning: 'port to listen on; 0 takes a free one' },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on' },
  DATA_DIR: { default: './data', meaning: 'folder for everything the embedded stores keep' },
  ACCOUNTS_URL: {
    default: '',
    meaning:
      'PostgreSQL for the accounts: postgres://user:password@host:5432/database; SQLite in DATA_DIR when empty',
  },
  WAREHOUSE_URL: {
    default: '',
    meaning:
      'where the order lines are, such as clickhouse://user:password@host:8123/database; DuckDB in DATA_DIR when empty',
  },
  TO_ACCOUNTS_URL: { default: '', meaning: 'where "mdq migrate" moves the accounts, as --to-accounts does' },
  TO_WAREHOUSE_URL: {
    default: '',
    meaning: 'where "mdq migrate" moves the order lines, as --to-warehouse does',
  },
  MDQ_TIMEZONE: { default: 'UTC', meaning: 'business time zone, an IANA name such as Asia/Taipei' },
  MDQ_DEFAULT_WEEKS: { default: '12', meaning: 'length of the default period in weeks' },
  MDQ_AUDIENCE_METHODS: {
    default: 'Credit card,Credit card installment,Debit card',
    meaning: 'payment methods that audience figures count, separated by commas',
  },
  MDQ_CANCELLED_STATUSES: {
    default: 'cancelled,canceled,refunded,voided',
    meaning: 'statuses of rows that are left out, separated by commas',
  },
  MDQ_CURRENCY: { default: '', meaning: 'currency of all amounts, an ISO 4217 code such as TWD' },
  MDQ_MIN_PEOPLE: { default: '0', meaning: 'fewest people behind a figure that is shown; 0 is off' },
  MDQ_MIN_MERCHANTS: { default: '0', meaning: 'fewest merchants behind a figure that is shown; 0 is off' },
  MDQ_MAX_SHARE: {
    default: '100',
    meaning:
      'most that one person may have of an amount that is shown, and one merchant unless MDQ_MIN_MERCHANTS is 0, in percent; 100 is off',
  },
  MDQ_DEFAULT_CATEGORY: { default: '', meaning: 'default main category instead of the largest' },
  MDQ_DEFAULT_SUB: { default: '', meaning: 'default sub-category instead of the largest' },
  MDQ_IMPORT_MEMORY: {
    default: '',
    meaning: "memory that DuckDB may take while importing, such as 2GB; half of the machine's when empty",
  },
  MDQ_IMPORT_MAX_BYTES: {
    default: '1TiB',
    meaning: 'most that a file may unpack to when it is imported, such as 100GB',
  },
  MDQ_CONTACT: {
    default: '',
    meaning: 'where callers ask for keys and points, a mail address or a link: shown on the site',
  },
  MDQ_POINT_PRICE: { default: '', meaning: 'what a point costs, such as 0.05 USD: shown on the site' },
  MDQ_RATE_LIMIT: { default: '0', meaning: 'requests per second and key; 0 is no limit' },
  MDQ_MAX_CONNECTIONS: { default: '10000', meaning: 'connections at a time; further ones are closed' },
  MDQ_DRAIN_SECONDS: {
    default: '0',
    meaning:
      'seconds for which a server that is to stop goes on answering, while /readyz says that it is stopping',
  },
  MDQ_CORS_ORIGINS: {
    default: '',
    meaning: 'origins whose pages may call the API, such as https://shop.example, separated by commas',
  },
  MDQ_TRUSTED_PROXIES: {
    default: '',
    meaning:
      'addresses or networks of proxies whose X-Forwarded-For and -Proto are believed, separated by commas',
  },
  MDQ_HSTS: { default: '0', meaning: '1 tells browsers to use HTTPS only' },
  MDQ_LOG: { default: 'error', meaning: 'what is logged: error, info (a line per request) or silent' },
  MDQ_METRICS_PORT: { default: '', meaning: 'port for Prometheus metrics; none when empty' },
  MDQ_METRICS_HOST: { default: '127.0.0.1', meaning: 'address for Prometheus metrics' },
  MDQ_METRICS_HOSTS: {
    default: '',
    meaning:
      'names by which the metrics are asked for, besides that address and localhost, such as that of a container, separated by commas',
  },
} as const;

type SettingName = keyof typeof SETTINGS;

export interface PointPrice {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
  /** By which names it may be asked as well. */
  readonly hosts: readonly string[];
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where the accounts are; undefined for those in the data folder. */
  readonly accounts: PostgresAddress | undefined;
  /** Where the order lines are; undefined for DuckDB in `dataDir`. */
  readonly warehouse: ClickhouseAddress | undefined;
  /** Where they are to be moved. */
  readonly moveTo: {
    readonly accounts: PostgresAddress | undefined;
    readonly warehouse: ClickhouseAddress | undefined;
  };
  readonly timeZone: string;
  /** The settings that are built into the figures, as far as they are set. */
  readonly given: Partial<RefreshSettings>;
  readonly defaultCategory: string | undefined;
  readonly defaultSub: string | undefined;
  /** Bytes that the engine may take while importing. */
  readonly importMemory: number;
  /** Bytes that a file may unpack to. */
  readonly importMaxBytes: number;
  /** A mail address or a link, for top-ups. */
  readonly contact: string | undefined;
  /** What a point costs; undefined where the operator does not say. */
  readonly pointPrice: PointPrice | undefined;
  /** Requests per second and key; 0 is no limit. */
  readonly rateLimit: number;
  readonly maxConnections: number;
  /** How long a server that is to stop goes on answering: a load balancer needs it to notice. */
  readonly drainMs: number;
  readonly corsOrigins: ReadonlySet<string>;
  readonly trustedProxies: BlockList;
  readonly hsts: boolean;
  readonly log: 'error' | 'info' | 'silent';
  /** Where metrics are; undefined when there are none. */
  readonly metrics: MetricsAddress | undefined;
}

/** Reads and checks all settings. A wrong one is a UserError that names it and what it takes. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const text = (name: SettingName) => env[name]?.trim() || SETTINGS[name].default;
  const integer = (name: SettingName, min: number, max: number) => {
    const value = text(name);
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw wrong(name, value, `a whole number from ${min} to ${max}`);
    }
    return number;
  };
  const list = (name: SettingName) =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  const postgres = (name: SettingName) => (text(name) ? readPostgresAddress(name, text(name)) : undefined);
  const clickhouse = (name: SettingName) => (text(name) ? readWarehouseUrl(name, text(name)) : undefined);
  const given: Partial<RefreshSettings> = Object.assign(
    {},
    ...DATA_SETTING_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [readDataSetting(name, value)] : [];
    }),
  );

  return {
    port: integer('PORT', 0, 65_535),
    host: text('HOST'),
    dataDir: resolve(text('DATA_DIR')),
    accounts: postgres('ACCOUNTS_URL'),
    warehouse: clickhouse('WAREHOUSE_URL'),
    moveTo: { accounts: postgres('TO_ACCOUNTS_URL'), warehouse: clickhouse('TO_WAREHOUSE_URL') },
    timeZone: effectiveSettings(given).timeZone,
    given,
    defaultCategory: cleanName(text('MDQ_DEFAULT_CATEGORY')) || undefined,
    defaultSub: cleanName(text('MDQ_DEFAULT_SUB')) || undefined,
    importMemory: readMemory(text('MDQ_IMPORT_MEMORY')),
    importMaxBytes: readMaxBytes(text('MDQ_IMPORT_MAX_BYTES')),
    contact: readContact(text('MDQ_CONTACT')),
    pointPrice: readPointPrice(text('MDQ_POINT_PRICE')),
    rateLimit: integer('MDQ_RATE_LIMIT', 0, 1_000_000),
    maxConnections: integer('MDQ_MAX_CONNECTIONS', 1, 1_000_000),
    drainMs: integer('MDQ_DRAIN_SECONDS', 0, 600) * 1000,
    corsOrigins: new Set(list('MDQ_CORS_ORIGINS').map(readOrigin)),
    trustedProxies: readNetworks(list('MDQ_TRUSTED_PROXIES')),
    hsts: integer('MDQ_HSTS', 0, 1) === 1,
    log: readLog(text('MDQ_LOG')),
    metrics: text('MDQ_METRICS_PORT')
      ? {
          port: integer('MDQ_METRICS_PORT', 0, 65_535),
          host: text('MDQ_METRICS_HOST'),
          hosts: list('MDQ_METRICS_HOSTS').map((name) => readHostName('MDQ_METRICS_HOSTS', name)),
        }
      : undefined,
  };
}

function readContact(value: string): string | undefined {
  if (!value) return undefined;
  const isMail = /^[^\s@:/]+@[^\s@:/]+$/.test(value);
  const isLink = URL.canParse(value) && ['https:', 'http:', 'mailto:'].includes(new URL(value).protocol);
  if (!isMail && !isLink) throw wrong('MDQ_CONTACT', value, 'a mail address, or a link with https://');
  return value;
}

function readPointPrice(value: string): PointPrice | undefined {
  if (!value) return undefined;
  const [, amount = '', currency = ''] = /^(\d{1,9}(?:\.\d{1,9})?) ([A-Z]{3})$/.exec(value) ?? [];
  if (Number(amount) > 0 && isCurrency(currency)) return { amount: Number(amount), currency };
  throw wrong('MDQ_POINT_PRICE', value, 'an amount and an ISO 4217 code, such as 0.05 USD');
}

function readOrigin(value: string): string {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin === 'null' || origin !== value.replace(/\/$/, '')) {
    throw wrong('MDQ_CORS_ORIGINS', value, 'origins such as https://shop.example, separated by commas');
  }
  return origin;
}

function readNetworks(values: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const value of values) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(value) ?? [];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) networks.addAddress(address, family);
      else networks.addSubnet(address, Number(bits), family);
    } catch {
      throw wrong(
        'MDQ_TRUSTED_PROXIES',
        value,
        'addresses or networks such as 10.0.0.0/8, separated by commas',
      );
    }
  }
  return networks;
}

function readHostName(name: SettingName, value: string): string {
  if (isHostName(value)) return value;
  throw wrong(name, value, 'names or addresses without a port, such as mdq, separated by commas');
}

function readLog(value: string): Config['log'] {
  if (value === 'error' || value === 'info' || value === 'silent') return value;
  throw wrong('MDQ_LOG', value, 'error, info or silent');
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ MB: 1e6, GB: 1e9, TB: 1e12 },
  ...{ MIB: 2 ** 20, GIB: 2 ** 30, TIB: 2 ** 40 },
};
const MIN_MEMORY = 5e8;
const MIN_FILE_BYTES = 1e6;

/** Bytes; NaN for what is no size. */
function readSize(value: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([MGT]i?B)$/i.exec(value) ?? [];
  return Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
}

function readMaxBytes(value: string): number {
  const bytes = /^\d+$/.test(value) ? Number(value) : readSize(value);
  if (!(bytes >= MIN_FILE_BYTES))
    throw wrong('MDQ_IMPORT_MAX_BYTES', value, 'a size of at least 1MB, such as 100GB, or a number of bytes');
  return bytes;
}

function readMemory(value: string): number {
  if (!value) return Math.max(MIN_MEMORY, totalmem() / 2);
  const bytes = readSize(value);
  if (!(bytes >= MIN_MEMORY))
    throw wrong('MDQ_IMPORT_MEMORY', value, 'a size of at least 500MB, such as 2GB');
  return bytes;
}

function wrong(name: SettingName, value: string, must: string): UserError {
  return new UserError(`${name} must be ${must}; it is "${value}"`);
}
