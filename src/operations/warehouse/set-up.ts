import { UserError } from '../../errors/operators.ts';
import { count } from '../../lib/count.ts';
import { defineOperation } from '../operation.ts';
import { object, text, whole } from '../schema.ts';

export const setUp = defineOperation({
  http: 'POST /warehouse/setup',
  summary: 'make the tables that are missing in WAREHOUSE_URL',
  role: 'admin',
  isLong: true,
  input: {},
  output: object({ made: whole(), servers: whole(), database: text() }),
  async run({ config: { warehouse: address } }) {
    if (!address)
      throw new UserError('WAREHOUSE_URL must be set: the embedded warehouse needs no setup; see mdq --help');
    const { setUpClickhouse } = await import('../../warehouse/open.ts');
    const made = await setUpClickhouse(address);
    return { made, servers: address.hosts.length, database: address.database };
  },
  text: ({ made, servers, database }) =>
    `Made ${count(made, 'table')} in the database ${database} on ${count(servers, 'server')}; all of them are there.`,
});
