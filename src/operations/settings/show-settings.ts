import { linesOf } from '../../lib/text/lines.ts';
import { pairs } from '../../lib/text/table.ts';
import { DATA_SETTING_NAMES, type DataSettingName, showDataSetting } from '../../settings/data-settings.ts';
import { SETTINGS } from '../../settings/settings.ts';
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
  async run({ config: { given }, warehouse }) {
    const stored = await (await warehouse()).settings();
    const shown = Object.fromEntries(
      DATA_SETTING_NAMES.map((name) => [name, showDataSetting(name, { ...given, ...stored })]),
    ) as Record<DataSettingName, string>;
    const origins = Object.groupBy(DATA_SETTING_NAMES, (name) => {
      const { key } = SETTINGS[name];
      return stored[key] !== undefined ? 'kept' : given[key] !== undefined ? 'given' : 'default';
    });
    return { ...shown, origins };
  },
  text: ({ origins: { kept = [], given = [], default: others = [] }, ...shown }) =>
    linesOf(
      pairs(Object.entries(shown).map(([name, value]) => [name, value || 'none'])),
      given.length + others.length > 0 && [
        ...linesOf(
          kept.length > 0 && `Set with "mdq settings set": ${kept.join(', ')}.`,
          given.length > 0 && `From the environment: ${given.join(', ')}.`,
        ),
        `${kept.length + given.length > 0 ? 'The others' : 'These'} are the defaults: the next import keeps what is set then.`,
      ],
    ).join('\n'),
});
