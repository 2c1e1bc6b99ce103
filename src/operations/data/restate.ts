import { defineOperation } from '../operation.ts';
import { object, record } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';
import { type RestatedJson, restatedJson, restatedLines } from './privacy-lines.ts';

export const restate = defineOperation({
  http: 'POST /restate',
  summary: 'with disclosure control: take in the changes of published weeks that wait',
  role: 'admin',
  isLong: true,
  input: {},
  output: object({ restated: record<RestatedJson>(), ...factFields }),
  async run({ warehouse, onProgress }) {
    const { facts, ...changed } = await (await warehouse()).restate(onProgress);
    return { restated: restatedJson(changed), ...factsJson(facts), facts, changed };
  },
  text: ({ facts, changed }) => [...restatedLines(changed), ...publishedLines(facts)].join('\n'),
});
