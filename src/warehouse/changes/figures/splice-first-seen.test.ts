/** Recounted days spliced into an earlier version give the same first-seen table as a full recount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days, pack, SERIES, seen } from '../../../../test/support/first-seen.ts';
import { spliceFirstSeen } from './splice-first-seen.ts';

test('the later days behind an earlier version are the same as all counted at once', () => {
  const whole = pack(seen, SERIES);
  days.forEach((from, index) => {
    const isNew = ({ series, day }: (typeof seen)[number]) => series === SERIES - 1 && day < from;
    const all = seen.filter((each) => !isNew(each));
    // The last series is new from that day on, and what was there of the day itself has been replaced.
    const earlier = pack(
      all.filter(({ series, day }) => series < SERIES - 1 && (day < from || day % 2 === 0)),
      SERIES - 1,
    );
    const spliced = spliceFirstSeen(earlier, pack(all, SERIES, from), index);
    assert.deepEqual(spliced, index === 0 ? whole : pack(all, SERIES), `from ${from}`);
  });
});
