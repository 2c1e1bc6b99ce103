import { BlockList } from 'node:net';
import { totalmem } from 'node:os';
import { canonicalHost } from '../lib/own-hosts.ts';
import type { RefreshSettings } from '../snapshot/tables.ts';
import { DATA_SETTING_NAMES, effectiveSettings, readDataSetting } from './data-settings.ts';
import { LEAST_MEMORY, readSetting, SETTINGS, type SettingName, type ValueOf } from './settings.ts';

/** All settings, as the program uses them: what `readConfig` makes of them. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** What is read of a setting: without a default, perhaps nothing. */
type Given<Name extends SettingName> =
  | ValueOf<Name>
  | ((typeof SETTINGS)[Name]['default'] extends '' ? undefined : never);

/** Reads and checks all settings. A wrong one is a UserError that names it and what it takes. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
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
  const adminPort = one('MDQ_ADMIN_PORT');

  return {
    port: one('PORT'),
    host: one('HOST'),
    dataDir: one('DATA_DIR'),
    /** Where the accounts are; undefined for those in the data folder. */
    accounts: one('ACCOUNTS_URL'),
    /** Where the order lines are; undefined for DuckDB in `dataDir`. */
    warehouse: one('WAREHOUSE_URL'),
    /** Where they are to be moved. */
    moveTo: { accounts: one('TO_ACCOUNTS_URL'), warehouse: one('TO_WAREHOUSE_URL') },
    timeZone: effectiveSettings(given).timeZone,
    /** The settings that are built into the figures, as far as they are set. */
    given,
    defaultCategory: one('MDQ_DEFAULT_CATEGORY'),
    defaultSub: one('MDQ_DEFAULT_SUB'),
    /** Bytes that the engine may take while importing. */
    importMemory: one('MDQ_IMPORT_MEMORY') ?? Math.max(LEAST_MEMORY, totalmem() / 2),
    /** Bytes that a file may unpack to. */
    importMaxBytes: one('MDQ_IMPORT_MAX_BYTES'),
    /** The warnings that hold an import, by code. */
    importHold: one('MDQ_IMPORT_HOLD'),
    /** A mail address or a link, for top-ups. */
    contact: one('MDQ_CONTACT'),
    /** What a point costs; undefined where the operator does not say. */
    pointPrice: one('MDQ_POINT_PRICE'),
    /** Whether the guides for operators are shown. */
    operatorPages: one('MDQ_OPERATOR_PAGES') === 'on',
    /** Requests per second and key; 0 is no limit. */
    rateLimit: one('MDQ_RATE_LIMIT'),
    /** How often an address may ask the sandbox in a second; undefined where there is no sandbox. */
    sandboxRate: one('MDQ_SANDBOX') === 'on' ? one('MDQ_SANDBOX_RATE') : undefined,
    maxConnections: one('MDQ_MAX_CONNECTIONS'),
    /** How long a server that is to stop goes on answering: a load balancer needs it to notice. */
    drainMs: one('MDQ_DRAIN_SECONDS') * 1000,
    /** The address that callers use; undefined where a request tells it. */
    publicUrl: one('MDQ_PUBLIC_URL'),
    corsOrigins: new Set(list('MDQ_CORS_ORIGINS')),
    trustedProxies,
    hsts: one('MDQ_HSTS') === 1,
    log: one('MDQ_LOG'),
    /** Where the admin API is, and by which names it may be asked as well; undefined when there is none. */
    admin:
      adminPort === undefined
        ? undefined
        : { port: adminPort, host: one('MDQ_ADMIN_HOST'), hosts: list('MDQ_ADMIN_HOSTS') },
    /** Points that an operator with the role support may add in a day, by name; under undefined those of all others. */
    supportPoints: new Map([
      [undefined, Number(SETTINGS.MDQ_SUPPORT_POINTS.default)],
      ...list('MDQ_SUPPORT_POINTS').map(({ operator, points }) => [operator, points] as const),
    ]),
    /** Hosts of webhooks that may be on a private network, and without TLS. */
    webhookHosts: new Set(list('MDQ_WEBHOOK_HOSTS').map(canonicalHost)),
    /** Where metrics are, and by which names they may be asked for as well; undefined when there are none. */
    metrics:
      metricsPort === undefined
        ? undefined
        : { port: metricsPort, host: one('MDQ_METRICS_HOST'), hosts: list('MDQ_METRICS_HOSTS') },
  };
}
