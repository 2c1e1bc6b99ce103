import { resolve } from 'node:path';
import { UserError } from '../errors/operators.ts';
import { USUAL_WEEKS } from '../lib/calendar.ts';
import { CONTACT, readContact } from '../lib/contact.ts';
import { cleanName } from '../lib/text/names.ts';
import type { RefreshSettings } from '../snapshot/tables.ts';
import { HOLD_TAKES, readHold } from '../snapshot/warning-codes.ts';
import { readPostgresAddress } from './postgres-address.ts';
import {
  isCurrency,
  readAllowance,
  readHostName,
  readMethods,
  readNames,
  readNetwork,
  readOrigin,
  readPointPrice,
  readSize,
  readTimeZone,
} from './read-values.ts';
import { readWarehouseUrl } from './warehouse-url.ts';

/** How the value of a setting is read. */
interface Reading<Value> {
  /** What it takes, after "must be"; left out where it takes anything, or `read` says itself what is wrong. */
  readonly takes?: string;
  /** Undefined for what it does not take. Of a list, what is between commas is read one by one. */
  read(text: string, name: string): Value | undefined;
}

/** One setting, with its default as it would be written: empty where there is none. */
const setting = <Value, const Default extends string>(
  text: Default,
  meaning: string,
  reading: Reading<Value>,
) => ({ default: text, meaning, ...reading });

/** One that is built into the figures, and what it is called there. */
const ofData = <Key extends keyof RefreshSettings, const Default extends string>(
  key: Key,
  text: Default,
  meaning: string,
  reading: Reading<NonNullable<RefreshSettings[Key]>>,
) => ({ key, ...setting(text, meaning, reading) });

const anything: Reading<string> = { read: (text) => text };

const taking = <Value>(takes: string, read: Reading<Value>['read']): Reading<Value> => ({ takes, read });

const whole = (min: number, max: number, unit = '') =>
  taking(`a whole number ${unit}from ${min} to ${max}`, (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );

const ON_OR_OFF = ['on', 'off'] as const;
const LOG_LEVELS = ['error', 'info', 'silent'] as const;
/** Bytes that the engine needs at least. */
export const LEAST_MEMORY = 5e8;
const LEAST_FILE_BYTES = 1e6;

/** Every setting: its default, what it means, what it takes and how that is read. */
export const SETTINGS = {
  PORT: setting('8080', 'port to listen on; 0 takes a free one', whole(0, 65_535)),
  HOST: setting('127.0.0.1', 'address to listen on', anything),
  DATA_DIR: setting('./data', 'folder for everything the embedded stores keep', {
    read: (text) => resolve(text),
  }),
  ACCOUNTS_URL: setting(
    '',
    'PostgreSQL for the accounts: postgres://user:password@host:5432/database; SQLite in DATA_DIR when empty',
    { read: (text, name) => readPostgresAddress(name, text) },
  ),
  WAREHOUSE_URL: setting(
    '',
    'where the order lines are, such as clickhouse://user:password@host:8123/database; DuckDB in DATA_DIR when empty',
    { read: (text, name) => readWarehouseUrl(name, text) },
  ),
  TO_ACCOUNTS_URL: setting('', 'where "mdq migrate" moves the accounts, as --to-accounts does', {
    read: (text, name) => readPostgresAddress(name, text),
  }),
  TO_WAREHOUSE_URL: setting('', 'where "mdq migrate" moves the order lines, as --to-warehouse does', {
    read: (text, name) => readWarehouseUrl(name, text),
  }),
  MDQ_TIMEZONE: ofData(
    'timeZone',
    'UTC',
    'business time zone, an IANA name such as Asia/Taipei',
    taking('an IANA time zone such as Asia/Taipei', readTimeZone),
  ),
  MDQ_DEFAULT_WEEKS: ofData(
    'defaultWeeks',
    `${USUAL_WEEKS}`,
    'length of the default period in weeks',
    whole(1, 520),
  ),
  MDQ_AUDIENCE_METHODS: ofData(
    'audienceMethods',
    'Credit card,Credit card installment,Debit card',
    'payment methods that audience figures count, separated by commas; * counts all',
    taking('payment methods, separated by commas, or * alone for all', readMethods),
  ),
  MDQ_CANCELLED_STATUSES: ofData(
    'cancelledStatuses',
    'cancelled,canceled,refunded,voided',
    'statuses of rows that are left out, separated by commas',
    taking('statuses, separated by commas', (text) => readNames(text)?.map((name) => name.toLowerCase())),
  ),
  MDQ_CURRENCY: ofData(
    'currency',
    '',
    'currency of all amounts, an ISO 4217 code such as TWD',
    taking('an ISO 4217 code such as TWD', (text) => (isCurrency(text) ? text : undefined)),
  ),
  MDQ_MIN_PEOPLE: ofData(
    'minPeople',
    '0',
    'fewest people behind a figure that is shown; 0 is off',
    whole(0, 1_000_000),
  ),
  MDQ_MIN_MERCHANTS: ofData(
    'minMerchants',
    '0',
    'fewest merchants behind a figure that is shown; 0 is off',
    whole(0, 1_000_000),
  ),
  MDQ_MAX_SHARE: ofData(
    'maxShare',
    '100',
    'most that one person may have of an amount that is shown, and one merchant unless MDQ_MIN_MERCHANTS is 0, in percent; 100 is off',
    whole(1, 100, 'of percent '),
  ),
  MDQ_DEFAULT_CATEGORY: setting('', 'default main category instead of the largest', { read: cleanName }),
  MDQ_DEFAULT_SUB: setting('', 'default sub-category instead of the largest', { read: cleanName }),
  MDQ_IMPORT_MEMORY: setting(
    '',
    "memory that DuckDB may take while importing, such as 2GB; half of the machine's when empty",
    taking('a size of at least 500MB, such as 2GB', (text) => readSize(text, LEAST_MEMORY)),
  ),
  MDQ_IMPORT_MAX_BYTES: setting(
    '1TiB',
    'most that a file may unpack to when it is imported, such as 100GB',
    taking('a size of at least 1MB, such as 100GB, or a number of bytes', (text) =>
      readSize(text, LEAST_FILE_BYTES, true),
    ),
  ),
  MDQ_IMPORT_HOLD: setting(
    'off',
    'new warnings that hold an import until an operator approves it: off, all, or their codes, separated by commas',
    taking(HOLD_TAKES, readHold),
  ),
  MDQ_CONTACT: setting(
    '',
    'where callers ask for keys and points, a mail address or a link: shown on the site',
    taking(CONTACT, readContact),
  ),
  MDQ_POINT_PRICE: setting(
    '',
    'what a point costs, such as 0.05 USD: shown on the site',
    taking('an amount and an ISO 4217 code, such as 0.05 USD', readPointPrice),
  ),
  MDQ_OPERATOR_PAGES: setting(
    'off',
    'on: the guides for operators are on the site too, in its search, llms.txt and MCP',
    taking('on or off', (text) => ON_OR_OFF.find((word) => word === text)),
  ),
  MDQ_RATE_LIMIT: setting('0', 'requests per second and key; 0 is no limit', whole(0, 1_000_000)),
  MDQ_SANDBOX: setting(
    'on',
    'on answers the public keys of the sandbox from made-up data; off refuses them',
    taking('on or off', (text) => ON_OR_OFF.find((word) => word === text)),
  ),
  MDQ_SANDBOX_RATE: setting(
    '20',
    'requests to the sandbox per second and address; 0 is no limit',
    whole(0, 1_000_000),
  ),
  MDQ_MAX_CONNECTIONS: setting(
    '10000',
    'connections at a time; further ones are closed',
    whole(1, 1_000_000),
  ),
  MDQ_DRAIN_SECONDS: setting(
    '0',
    'seconds for which a server that is to stop goes on answering, while /readyz says that it is stopping',
    whole(0, 600),
  ),
  MDQ_PUBLIC_URL: setting(
    '',
    'address that callers use, such as https://data.example.com, for documents that name it; the Host of a request without',
    taking('an address such as https://data.example.com, without a path', readOrigin),
  ),
  MDQ_CORS_ORIGINS: setting(
    '',
    'origins whose pages may call the API, such as https://shop.example, separated by commas',
    taking('origins such as https://shop.example, separated by commas', readOrigin),
  ),
  MDQ_TRUSTED_PROXIES: setting(
    '',
    'addresses or networks of proxies whose X-Forwarded-For and -Proto are believed, separated by commas',
    taking('addresses or networks such as 10.0.0.0/8, separated by commas', readNetwork),
  ),
  MDQ_HSTS: setting('0', '1 tells browsers to use HTTPS only', whole(0, 1)),
  MDQ_LOG: setting(
    'error',
    'what is logged: error, info (a line per request) or silent',
    taking('error, info or silent', (text) => LOG_LEVELS.find((level) => level === text)),
  ),
  MDQ_ADMIN_PORT: setting('', 'port for the admin API; none when empty', whole(0, 65_535)),
  MDQ_ADMIN_HOST: setting('127.0.0.1', 'address for the admin API', anything),
  MDQ_ADMIN_HOSTS: setting(
    '',
    'names by which the admin API is asked, besides that address and localhost, separated by commas',
    taking('names or addresses without a port, such as mdq, separated by commas', readHostName),
  ),
  MDQ_SUPPORT_POINTS: setting(
    '100000',
    'points that each operator with the role support may add in a day; NAME=POINTS, after a comma, for a single one',
    taking('points up to 1,000,000,000,000, or NAME=POINTS, separated by commas', readAllowance),
  ),
  MDQ_WEBHOOK_HOSTS: setting(
    '',
    'hosts of webhooks that may be on a private network, and without TLS, separated by commas',
    taking('names or addresses without a port, such as billing, separated by commas', readHostName),
  ),
  MDQ_METRICS_PORT: setting('', 'port for Prometheus metrics; none when empty', whole(0, 65_535)),
  MDQ_METRICS_HOST: setting('127.0.0.1', 'address for Prometheus metrics', anything),
  MDQ_METRICS_HOSTS: setting(
    '',
    'names by which the metrics are asked for, besides that address and localhost, such as that of a container, separated by commas',
    taking('names or addresses without a port, such as mdq, separated by commas', readHostName),
  ),
};

export type SettingName = keyof typeof SETTINGS;
/** What a setting is read as. */
export type ValueOf<Name extends SettingName> = NonNullable<ReturnType<(typeof SETTINGS)[Name]['read']>>;

/** Reads one setting. A wrong value is a UserError that names it and what it takes. */
export function readSetting<Name extends SettingName>(name: Name, text: string): ValueOf<Name> {
  const { read, takes }: Reading<unknown> = SETTINGS[name];
  const value = read(text, name);
  if (value === undefined) throw new UserError(`${name} must be ${takes}; it is "${text}"`);
  return value as ValueOf<Name>;
}
