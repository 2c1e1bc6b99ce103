import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../errors/operators.ts';
import { cleanName } from '../snapshot/names.ts';
import type { RefreshSettings } from '../snapshot/tables.ts';

/*
 * The settings that are built into the figures. They are kept with the data from the first import on: a server
 * and an import that are started in different environments still mean the same.
 */

interface DataSetting<Key extends keyof RefreshSettings = keyof RefreshSettings> {
  readonly key: Key;
  readonly default: RefreshSettings[Key];
  /** What it takes, after "must be". */
  readonly takes: string;
  /** Undefined for what it does not take. */
  read(text: string): RefreshSettings[Key] | undefined;
  show(value: RefreshSettings[Key]): string;
}

const list = (names: readonly string[]) => names.join(',');
const setting = <Key extends keyof RefreshSettings>(about: DataSetting<Key>) => about;

export const DATA_SETTINGS = {
  MDQ_TIMEZONE: setting({
    key: 'timeZone',
    default: 'UTC',
    takes: 'an IANA time zone such as Asia/Taipei',
    read: readTimeZone,
    show: String,
  }),
  MDQ_DEFAULT_WEEKS: setting({
    key: 'defaultWeeks',
    default: 12,
    takes: 'a whole number from 1 to 520',
    read: (text) => readWhole(text, 1, 520),
    show: String,
  }),
  MDQ_AUDIENCE_METHODS: setting({
    key: 'audienceMethods',
    default: ['Credit card', 'Credit card installment', 'Debit card'],
    takes: 'payment methods, separated by commas',
    read: readNames,
    show: list,
  }),
  MDQ_CANCELLED_STATUSES: setting({
    key: 'cancelledStatuses',
    default: ['cancelled', 'canceled', 'refunded', 'voided'],
    takes: 'statuses, separated by commas',
    read: (text) => readNames(text)?.map((name) => name.toLowerCase()),
    show: list,
  }),
  MDQ_CURRENCY: setting({
    key: 'currency',
    default: null,
    takes: 'an ISO 4217 code such as TWD',
    read: (text) => (isCurrency(text) ? text : undefined),
    show: (code) => code ?? '',
  }),
  MDQ_MIN_PEOPLE: setting({
    key: 'minPeople',
    default: 0,
    takes: 'a whole number from 0 to 1000000',
    read: (text) => readWhole(text, 0, 1_000_000),
    show: String,
  }),
  MDQ_MIN_MERCHANTS: setting({
    key: 'minMerchants',
    default: 0,
    takes: 'a whole number from 0 to 1000000',
    read: (text) => readWhole(text, 0, 1_000_000),
    show: String,
  }),
  MDQ_MAX_SHARE: setting({
    key: 'maxShare',
    default: 100,
    takes: 'a whole number of percent from 1 to 100',
    read: (text) => readWhole(text, 1, 100),
    show: String,
  }),
} as const;

export type DataSettingName = keyof typeof DATA_SETTINGS;

export const DATA_SETTING_NAMES = Object.keys(DATA_SETTINGS) as readonly DataSettingName[];

type AnySetting = DataSetting<keyof RefreshSettings>;

function about(name: DataSettingName): AnySetting {
  return DATA_SETTINGS[name] as unknown as AnySetting;
}

/** Reads one setting. A wrong value is a UserError that names it and what it takes. */
export function readDataSetting(name: DataSettingName, text: string): Partial<RefreshSettings> {
  const { key, read, takes } = about(name);
  const value = read(text);
  if (value === undefined) throw new UserError(`${name} must be ${takes}; it is "${text}"`);
  return { [key]: value };
}

export function showDataSetting(name: DataSettingName, settings: Partial<RefreshSettings>): string {
  const { key, show, default: value } = about(name);
  return show((settings[key] ?? value) as never);
}

export function isDataSetting(name: string): name is DataSettingName {
  return name in DATA_SETTINGS;
}

/** What holds: what the data was made with, then what is given, then the defaults. */
export function effectiveSettings(
  given: Partial<RefreshSettings>,
  stored: Partial<RefreshSettings> = {},
): RefreshSettings {
  const defaults = Object.fromEntries(
    DATA_SETTING_NAMES.map((name) => [about(name).key, about(name).default]),
  );
  return { ...defaults, ...given, ...stored } as RefreshSettings;
}

/** A variable that says something else than the data was made with stops whoever would mix the two. */
export function assertSettingsAgree(
  given: Partial<RefreshSettings>,
  stored: Partial<RefreshSettings> = {},
): void {
  for (const name of DATA_SETTING_NAMES) {
    const { key } = about(name);
    if (given[key] === undefined || stored[key] === undefined || isDeepStrictEqual(given[key], stored[key]))
      continue;
    const [now, then] = [showDataSetting(name, given), showDataSetting(name, stored)];
    throw new UserError(
      `${name} is "${now}", and the data here is made with "${then}": ` +
        (key === 'timeZone'
          ? 'unset it; the time zone of orders that are in cannot be changed'
          : `unset it, or change the data with: mdq settings set ${name} "${now}"`),
    );
  }
}

function readWhole(text: string, min: number, max: number): number | undefined {
  const number = Number(text);
  return /^\d{1,15}$/.test(text) && number >= min && number <= max ? number : undefined;
}

/** An ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

function readTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function readNames(text: string): string[] | undefined {
  const names = text.split(',').map(cleanName).filter(Boolean);
  return names.length > 0 ? names : undefined;
}
