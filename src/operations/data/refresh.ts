import { defineOperation } from '../operation.ts';
import { object } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const refresh = defineOperation({
  http: 'POST /refresh',
  summary: 'rebuild everything that is derived, and publish it',
  role: 'admin',
  isLong: true,
  input: {},
  output: object(factFields),
  async run({ warehouse, onProgress }) {
    const facts = await (await warehouse()).refresh(onProgress);
    return { ...factsJson(facts), facts };
  },
  text: ({ facts }) => publishedLines(facts).join('\n'),
});
