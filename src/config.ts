import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { DATA_SETTING_NAMES, effectiveSettings, readDataSetting } from './data-settings.ts';
import { UserError } from './errors.ts';
import { cleanName } from './snapshot/names.ts';
import type { RefreshSettings } from './snapshot/tables.ts';

/** Every setting: what it is called, what it defaults to, what it means. */
export const SETTINGS = {
  PORT: { default: '8080', meaning: 'port to listen on; 0 takes a free one' },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on' },
  DATA_DIR: { default: './data', meaning: 'folder for everything the embedded stores keep' },
  ACCOUNTS_URL: { default: '', meaning: 'where the accounts are; SQLite in DATA_DIR when empty' },
  WAREHOUSE_URL: { default: '', meaning: 'where the order lines are; DuckDB in DATA_DIR when empty' },
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
  MDQ_DEFAULT_CATEGORY: { default: '', meaning: 'default main category instead of the largest' },
  MDQ_DEFAULT_SUB: { default: '', meaning: 'default sub-category instead of the largest' },
  MDQ_IMPORT_MEMORY: {
    default: '',
    meaning: "memory that DuckDB may take while importing, such as 2GB; half of the machine's when empty",
  },
  MDQ_RATE_LIMIT: { default: '0', meaning: 'requests per second and key; 0 is no limit' },
} as const;

type SettingName = keyof typeof SETTINGS;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly timeZone: string;
  /** The settings that are built into the figures, as far as they are set. */
  readonly given: Partial<RefreshSettings>;
  readonly defaultCategory: string | undefined;
  readonly defaultSub: string | undefined;
  /** Bytes that the engine may take while importing. */
  readonly importMemory: number;
  /** Requests per second and key; 0 is no limit. */
  readonly rateLimit: number;
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
  const given: Partial<RefreshSettings> = Object.assign(
    {},
    ...DATA_SETTING_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [readDataSetting(name, value)] : [];
    }),
  );

  embeddedOnly('ACCOUNTS_URL', text('ACCOUNTS_URL'));
  embeddedOnly('WAREHOUSE_URL', text('WAREHOUSE_URL'));
  return {
    port: integer('PORT', 0, 65_535),
    host: text('HOST'),
    dataDir: resolve(text('DATA_DIR')),
    timeZone: effectiveSettings(given).timeZone,
    given,
    defaultCategory: cleanName(text('MDQ_DEFAULT_CATEGORY')) || undefined,
    defaultSub: cleanName(text('MDQ_DEFAULT_SUB')) || undefined,
    importMemory: readMemory(text('MDQ_IMPORT_MEMORY')),
    rateLimit: integer('MDQ_RATE_LIMIT', 0, 1_000_000),
  };
}

const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, MIB: 2 ** 20, GIB: 2 ** 30 };
const MIN_MEMORY = 5e8;

function readMemory(value: string): number {
  if (!value) return Math.max(MIN_MEMORY, totalmem() / 2);
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([MG]i?B)$/i.exec(value) ?? [];
  const bytes = Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
  if (!(bytes >= MIN_MEMORY))
    throw wrong('MDQ_IMPORT_MEMORY', value, 'a size of at least 500MB, such as 2GB');
  return bytes;
}

function embeddedOnly(name: SettingName, value: string): void {
  if (value) throw wrong(name, value, 'nothing yet: leave it empty for the embedded store in DATA_DIR');
}

function wrong(name: SettingName, value: string, takes: string): UserError {
  return new UserError(`${name} is "${value}", but takes ${takes}`);
}
