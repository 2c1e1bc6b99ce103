import { defineOperation } from '../operation.ts';
import { flag, object, optional, record } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';
import { type RestatedJson, restatedJson, restatedLines } from './privacy-lines.ts';

export const restate = defineOperation({
  http: 'POST /restate',
  summary: 'with disclosure control: take in the changes of published weeks that wait',
  role: 'admin',
  isLong: true,
  input: {
    dryRun: optional(flag({ description: 'change nothing, and report what would change' })),
  },
  output: object({ restated: record<RestatedJson>(), ...factFields }),
  async run({ warehouse, onProgress }, { dryRun: isDryRun = false }) {
    const { facts, ...changed } = await (await warehouse()).restate({ isDryRun, onProgress });
    return { restated: restatedJson(changed), ...factsJson(facts), facts, changed };
  },
  text: ({ facts, changed }, { dryRun = false }) =>
    dryRun
      ? ['Nothing was changed. A restatement would report:', ...restatedLines(changed)].join('\n')
      : [...restatedLines(changed), ...publishedLines(facts)].join('\n'),
});
