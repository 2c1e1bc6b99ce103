import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../errors/operators.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import type { RefreshSettings } from '../snapshot/tables.ts';
import { readSetting, SETTINGS, type SettingName } from './settings.ts';

/*
 * The settings that are built into the figures. They are kept with the data from the first import on: a server
 * and an import that are started in different environments still mean the same.
 */

export type DataSettingName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { key: keyof RefreshSettings } ? Name : never;
}[SettingName];

export const DATA_SETTING_NAMES = Object.keys(SETTINGS).filter(isDataSetting);

export function isDataSetting(name: string): name is DataSettingName {
  return name in SETTINGS && 'key' in SETTINGS[name as SettingName];
}

/** Reads one setting. A wrong value is a UserError that names it and what it takes. */
export function readDataSetting(name: DataSettingName, text: string): Partial<RefreshSettings> {
  return { [SETTINGS[name].key]: readSetting(name, text) };
}

export function showDataSetting(name: DataSettingName, settings: Partial<RefreshSettings>): string {
  const { key, default: text } = SETTINGS[name];
  return String(settings[key] ?? text);
}

/** What holds: what the data was made with, then what is given, then the defaults. */
export function effectiveSettings(
  given: Partial<RefreshSettings>,
  stored: Partial<RefreshSettings> = {},
): RefreshSettings {
  return { ...DATA_DEFAULTS, ...given, ...stored };
}

/** What holds where nothing is set. */
export const DATA_DEFAULTS = Object.fromEntries(
  DATA_SETTING_NAMES.map((name) => {
    const { key, default: text } = SETTINGS[name];
    return [key, text ? readSetting(name, text) : null];
  }),
) as unknown as RefreshSettings;

/** Refuses variables that differ from what the data was made with: figures must not mix the two. */
export function assertSettingsAgree(
  given: Partial<RefreshSettings>,
  stored: Partial<RefreshSettings> = {},
): void {
  for (const name of DATA_SETTING_NAMES) {
    const { key } = SETTINGS[name];
    if (given[key] === undefined || stored[key] === undefined || isDeepStrictEqual(given[key], stored[key]))
      continue;
    const [now, then] = [showDataSetting(name, given), showDataSetting(name, stored)];
    throw new UserError(
      `${name} is "${now}", and the data here is made with "${then}": ` +
        (key === 'timeZone'
          ? 'unset it; the time zone of orders that are in cannot be changed'
          : `unset it, or change the data with: mdq settings set ${name} ${shellWord(now)}`),
    );
  }
}
