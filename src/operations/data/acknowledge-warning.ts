import { dayClock, formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { type ImportWarning, importsIn } from '../../snapshot/tables.ts';
import { acknowledge } from '../../warehouse/deliveries/acknowledged.ts';
import { listHeld } from '../../warehouse/deliveries/held.ts';
import { readNewest } from '../../warehouse/versions/read-newest.ts';
import { defineOperation, InputError } from '../operation.ts';
import { day, nullable, object, optional, text, whole } from '../schema.ts';

export const acknowledgeWarning = defineOperation({
  http: 'POST /imports/warnings/{code}/acknowledge',
  summary: 'stop reporting a warning of imports until it is about more than twice as much',
  role: 'admin',
  isLong: true,
  input: {
    code: text(),
    until: optional(day({ description: 'last day, YYYY-MM-DD in business time; for good without' })),
  },
  args: ['code'],
  output: object({ code: text(), count: whole(), until: nullable(text()) }),
  async run({ config: { dataDir, timeZone }, warehouse, by }, { code, until }) {
    const store = await warehouse();
    const facts = (await readNewest(store, (version) => store.describe(version)))?.content.facts;
    const today = dayClock(facts?.settings.timeZone ?? timeZone)(Date.now());
    if (until !== undefined && until < today)
      throw new InputError(`{until} must be today, ${formatDay(today)}, or later`);
    const [held = []] = (await listHeld(dataDir)).map(({ warnings }) => warnings);
    // The newest that there is: of a held delivery, or of the imports.
    const warnings: readonly ImportWarning[] = [
      ...held,
      ...importsIn(facts ?? { imports: [] })
        .flatMap(({ warnings = [] }) => warnings.toReversed())
        .reverse(),
    ];
    const warning = warnings.find((each) => each.code === code);
    if (!warning)
      throw new InputError(`No import has the warning "${code}"; "mdq imports" shows those there are`);
    const entry = { code, count: warning.count, until: until === undefined ? null : formatDay(until) };
    await acknowledge(dataDir, { ...entry, text: warning.text, at: new Date().toISOString(), by });
    return entry;
  },
  text: ({ code, count, until }) =>
    `${code} is acknowledged ${until === null ? 'for good' : `through ${until}`}, until its count exceeds ${thousands(2 * count)}.`,
});
