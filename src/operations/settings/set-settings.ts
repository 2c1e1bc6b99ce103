import { UserError } from '../../errors/operators.ts';
import { linesOf } from '../../lib/text/lines.ts';
import {
  DATA_SETTING_NAMES,
  type DataSettingName,
  isDataSetting,
  readDataSetting,
  showDataSetting,
} from '../../settings/data-settings.ts';
import type { RefreshSettings } from '../../snapshot/tables.ts';
import { describeMethods } from '../../warehouse/changes/payment-methods.ts';
import { factFields, factsJson, METHODS, methodsJson, publishedLines } from '../data/facts.ts';
import { type RestatedJson, restatedJson, restatedLines } from '../data/privacy-lines.ts';
import { defineOperation } from '../operation.ts';
import { type Fields, flag, listOf, object, optional, record, text } from '../schema.ts';
import { settingFields } from './show-settings.ts';

const FROM_NOW_ON = 'It holds for what comes in from now on. For orders that are in, import the files again.';

const PRICES_CHANGE =
  'Prices change with it: a base price is that of a call over the default period. See "mdq price list".';

const optionalFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)]));

export const setSettings = defineOperation({
  http: 'PUT /settings/{name}',
  summary: 'change settings of the data, in one go, and publish',
  role: 'admin',
  isLong: true,
  input: {
    name: text(),
    value: text({ description: 'as text, as the command takes it' }),
    more: optional(listOf(text(), { description: 'names and values of other settings, in turn' })),
  },
  args: ['name', 'value', 'more'],
  output: object({
    ...optionalFields(settingFields),
    isChanged: flag(),
    restated: optional(record<RestatedJson>()),
    paymentMethods: METHODS,
    warnings: listOf(text(), { description: 'what is wrong with the audience' }),
    ...optionalFields(factFields),
  }),
  async check(_, input) {
    readChanges(readPairs(input));
  },
  async run({ warehouse, onProgress }, input) {
    const given = readPairs(input);
    const changed = readChanges(given);
    const { facts, isChanged, restated, paymentMethods, warnings } = await (await warehouse()).changeSettings(
      changed,
      onProgress,
    );
    const shown = Object.fromEntries(given.map(([name]) => [name, showDataSetting(name, changed)]));
    return {
      ...shown,
      isChanged,
      ...(restated && { restated: restatedJson(restated) }),
      ...(facts && factsJson(facts)),
      paymentMethods: methodsJson(paymentMethods),
      warnings: warnings.map(({ message }) => message),
      told: { shown, facts, restated, changed, paymentMethods },
    };
  },
  text({ isChanged, warnings, told: { shown, facts, restated, changed, paymentMethods } }) {
    const what = Object.entries(shown)
      .map(([name, value]) => `${name} is ${isChanged ? 'now ' : ''}${value}`)
      .join(', ');
    const audience =
      'audienceMethods' in changed &&
      linesOf(
        paymentMethods.length > 0 && `Payment methods: ${describeMethods(paymentMethods)}`,
        warnings.map((warning) => `Warning: ${warning}`),
      );
    if (!isChanged) return linesOf(`${what} already; nothing was published.`, audience).join('\n');
    return linesOf(
      `${what}.${facts ? '' : ' It holds from the first import on.'}`,
      facts && 'cancelledStatuses' in changed && FROM_NOW_ON,
      'defaultWeeks' in changed && PRICES_CHANGE,
      restated && restatedLines(restated),
      facts && publishedLines(facts),
      audience,
    ).join('\n');
  },
});

interface Given {
  readonly name: string;
  readonly value: string;
  readonly more?: readonly string[] | undefined;
}

function readChanges(given: readonly [DataSettingName, string][]): Partial<RefreshSettings> {
  return Object.assign({}, ...given.map(([name, text]) => readDataSetting(name, text)));
}

function readPairs({ name: first, value, more = [] }: Given): [DataSettingName, string][] {
  const pairs = [first, value, ...more];
  if (pairs.length % 2 !== 0) throw new UserError(`${pairs.at(-1)} needs a value`);
  const names = pairs.filter((_, i) => i % 2 === 0);
  return names.map((name, i) => {
    if (!isDataSetting(name))
      throw new UserError(
        `There is no setting ${name} of the data; there are: ${DATA_SETTING_NAMES.join(', ')}`,
      );
    return [name, (pairs[2 * i + 1] ?? '').trim()];
  });
}
