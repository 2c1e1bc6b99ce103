import { heldFromDay, listHeld } from '../../warehouse/deliveries/held.ts';
import { defineOperation, InputError } from '../operation.ts';
import { object, optional, text } from '../schema.ts';
import { factFields, factsJson, publishedLines } from './facts.ts';

export const refresh = defineOperation({
  http: 'POST /refresh',
  summary: 'rebuild everything that is derived, and publish it',
  role: 'admin',
  isLong: true,
  input: {
    completeThrough: optional(
      text({
        description: 'show orders up to this date, "last-sunday" or "last" for all, from now on',
        label: 'day',
      }),
    ),
  },
  output: object(factFields),
  async run({ config: { dataDir }, warehouse, onProgress }, { completeThrough }) {
    const { readThrough, THROUGH_TAKES } = await import('../../warehouse/changes/complete-through.ts');
    const said = completeThrough === undefined ? undefined : readThrough(completeThrough);
    if (completeThrough !== undefined && said === undefined)
      throw new InputError(`{completeThrough} must be ${THROUGH_TAKES}`);
    const heldFrom = heldFromDay(dataDir, await listHeld(dataDir));
    const facts = await (await warehouse()).refresh({ completeThrough: said, heldFrom, onProgress });
    return { ...factsJson(facts), facts };
  },
  text: ({ facts }) => publishedLines(facts).join('\n'),
});
