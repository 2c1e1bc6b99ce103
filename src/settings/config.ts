import { BlockList } from 'node:net';
import { totalmem } from 'node:os';
import type { RefreshSettings } from '../snapshot/tables.ts';
import { DATA_SETTING_NAMES, effectiveSettings, readDataSetting } from './data-settings.ts';
import type { PostgresAddress } from './postgres-address.ts';
import type { PointPrice } from './read-values.ts';
import { LEAST_MEMORY, readSetting, SETTINGS, type SettingName, type ValueOf } from './settings.ts';
import type { ClickhouseAddress } from './warehouse-url.ts';

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
  /** Whether the guides for operators are shown. */
  readonly operatorPages: boolean;
  /** Requests per second and key; 0 is no limit. */
  readonly rateLimit: number;
  readonly maxConnections: number;
  /** How long a server that is to stop goes on answering: a load balancer needs it to notice. */
  readonly drainMs: number;
  readonly corsOrigins: ReadonlySet<string>;
  readonly trustedProxies: BlockList;
  readonly hsts: boolean;
  readonly log: ValueOf<'MDQ_LOG'>;
  /** Where metrics are; undefined when there are none. */
  readonly metrics: MetricsAddress | undefined;
}

/** What is read of a setting: without a default, perhaps nothing. */
type Given<Name extends SettingName> =
  | ValueOf<Name>
  | ((typeof SETTINGS)[Name]['default'] extends '' ? undefined : never);

/** Reads and checks all settings. A wrong one is a UserError that names it and what it takes. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const text = (name: SettingName) => env[name]?.trim() || SETTINGS[name].default;
  const one = <Name extends SettingName>(name: Name) => {
    const given = text(name);
    return (given ? readSetting(name, given) : undefined) as Given<Name>;
  };
  const list = <Name extends SettingName>(name: Name): ValueOf<Name>[] =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map((item) => readSetting(name, item));
  const given: Partial<RefreshSettings> = Object.assign(
    {},
    ...DATA_SETTING_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [readDataSetting(name, value)] : [];
    }),
  );
  const trustedProxies = new BlockList();
  for (const addTo of list('MDQ_TRUSTED_PROXIES')) addTo(trustedProxies);
  const metricsPort = one('MDQ_METRICS_PORT');

  return {
    port: one('PORT'),
    host: one('HOST'),
    dataDir: one('DATA_DIR'),
    accounts: one('ACCOUNTS_URL'),
    warehouse: one('WAREHOUSE_URL'),
    moveTo: { accounts: one('TO_ACCOUNTS_URL'), warehouse: one('TO_WAREHOUSE_URL') },
    timeZone: effectiveSettings(given).timeZone,
    given,
    defaultCategory: one('MDQ_DEFAULT_CATEGORY'),
    defaultSub: one('MDQ_DEFAULT_SUB'),
    importMemory: one('MDQ_IMPORT_MEMORY') ?? Math.max(LEAST_MEMORY, totalmem() / 2),
    importMaxBytes: one('MDQ_IMPORT_MAX_BYTES'),
    contact: one('MDQ_CONTACT'),
    pointPrice: one('MDQ_POINT_PRICE'),
    operatorPages: one('MDQ_OPERATOR_PAGES') === 'on',
    rateLimit: one('MDQ_RATE_LIMIT'),
    maxConnections: one('MDQ_MAX_CONNECTIONS'),
    drainMs: one('MDQ_DRAIN_SECONDS') * 1000,
    corsOrigins: new Set(list('MDQ_CORS_ORIGINS')),
    trustedProxies,
    hsts: one('MDQ_HSTS') === 1,
    log: one('MDQ_LOG'),
    metrics:
      metricsPort === undefined
        ? undefined
        : { port: metricsPort, host: one('MDQ_METRICS_HOST'), hosts: list('MDQ_METRICS_HOSTS') },
  };
}
