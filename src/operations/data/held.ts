import { linesOf } from '../../lib/text/lines.ts';
import { table } from '../../lib/text/table.ts';
import { listHeld } from '../../warehouse/deliveries/held.ts';
import { defineList } from '../operation.ts';
import { listOf, object, rows, text, time, whole } from '../schema.ts';
import { WARNING, warningLine } from './import-warnings.ts';

/** Warnings are worded for imports that came in, and name commands that undo those. */
export const HELD_NOTE =
  'Nothing of it was published, so commands named in its warnings would change other orders.';

export const heldImports = defineList({
  http: 'GET /imports/held',
  summary: 'deliveries that wait for an operator to approve or discard them, the oldest first',
  role: 'viewer',
  input: {},
  output: rows({
    id: text(),
    at: time(),
    by: text(),
    delivery: text(),
    lines: whole(),
    orders: whole(),
    heldBy: listOf(text()),
    warnings: listOf(WARNING),
    files: listOf(object({ path: text(), stored: text(), bytes: whole(), sha256: text() })),
  }),
  async run({ config }) {
    return (await listHeld(config.dataDir)).map((each) => ({ ...each, at: new Date(each.at) }));
  },
  text: (found) =>
    linesOf(
      table(
        found.map(({ id, at, by, delivery, lines, orders, heldBy, files }) => ({
          ...{ id, at, by, delivery, lines, orders, files: files.length, heldBy },
        })),
      ),
      found.flatMap(({ id, warnings }) => warnings.map((warning) => `${id}  ${warningLine(warning)}`)),
      HELD_NOTE,
    ).join('\n'),
  empty: () => 'No delivery is held',
});
