import { DATA_SETTING_NAMES } from '../../settings/data-settings.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { ChangeKind, ImportFacts, RefreshSettings } from '../../snapshot/tables.ts';

interface About extends Partial<Pick<ImportFacts, 'files' | 'lines' | 'orders'>> {
  readonly kind: ChangeKind;
}

/** A change other than an import, as it is noted. */
export function entry(by: string, { kind, files = [], lines = 0, orders = 0 }: About): ImportFacts {
  const at = new Date().toISOString();
  return { at, ...{ kind, by }, files, lines, orders, replacedOrders: 0, skippedRows: 0 };
}

/** Settings as operators know them. */
export function settingNames(changed: Partial<RefreshSettings>): string[] {
  return DATA_SETTING_NAMES.filter((name) => SETTINGS[name].key in changed);
}
