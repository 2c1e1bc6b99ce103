import { defineOperation } from '../operation.ts';
import { object, text } from '../schema.ts';

export const showSchema = defineOperation({
  http: 'GET /warehouse/schema',
  summary: 'print the statements that make the tables, for each server',
  role: 'viewer',
  input: {},
  output: object({ statements: text() }),
  async run() {
    const { schemaText } = await import('../../warehouse/open.ts');
    return { statements: await schemaText() };
  },
  text: ({ statements }) => statements.trimEnd(),
});
