import { pairs } from '../../lib/text/table.ts';
import { DATA_SETTING_NAMES, type DataSettingName, showDataSetting } from '../../settings/data-settings.ts';
import { defineOperation } from '../operation.ts';
import { object, type Schema, text } from '../schema.ts';

/** Every setting of the data, as text. */
export const settingFields = Object.fromEntries(DATA_SETTING_NAMES.map((name) => [name, text()])) as Record<
  DataSettingName,
  Schema<string>
>;

export const showSettings = defineOperation({
  http: 'GET /settings',
  summary: 'what the data is made with',
  role: 'viewer',
  input: {},
  output: object(settingFields),
  async run({ warehouse }) {
    const stored = await (await warehouse()).settings();
    const shown = Object.fromEntries(
      DATA_SETTING_NAMES.map((name) => [name, showDataSetting(name, stored)]),
    ) as Record<DataSettingName, string>;
    return { ...shown, isKept: Object.keys(stored).length > 0 };
  },
  text: ({ isKept, ...shown }) =>
    [
      pairs(Object.entries(shown).map(([name, value]) => [name, value || 'none'])),
      ...(isKept ? [] : ['These are the defaults: the first import keeps what is set then.']),
    ].join('\n'),
});
