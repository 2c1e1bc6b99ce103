/** Tag counts stay correct when a product changes its tags or its sub-category. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byThing, countThings, groupsOf } from './first-seen.ts';
import { SeenThings } from './seen-things.ts';
import { TagTally } from './tag-tally.ts';

/** The tags of each text in each sub-category; the last text has none. */
const TAGS_OF = [
  [[0, 1], [0], [2], []],
  [[3], [3, 4], [4, 5], []],
];
const DAYS = 40;
const NAMES = {
  categories: ['A'],
  days: Int32Array.from({ length: DAYS }, (_, day) => day + 1),
  subs: [
    { category: 0, name: 'a' },
    { category: 0, name: 'b' },
  ],
  tags: Array.from({ length: 6 }, (_, tag) => ({ sub: tag < 3 ? 0 : 1, key: 'k', value: String(tag) })),
};
const PRODUCTS = 50;
/** Between the numbers of two products, of which there are many more that are not seen. */
const FAR = 1000;

test('products that change their tags and their sub-category are counted as if every line were looked up', () => {
  const named = TAGS_OF.flatMap((texts, sub) =>
    texts.flatMap((tags, text) => tags.map((tag) => ({ sub, text, tag }))),
  );
  const of = (name: 'sub' | 'text' | 'tag') => Int32Array.from(named, (each) => each[name]);
  const tally = new TagTally(NAMES, { text: of('text'), sub: of('sub'), tag: of('tag') });
  const [taggedWith, tagged] = [new SeenThings(), new SeenThings()];
  let state = 1;
  const below = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  // What was seen before the first day that is counted comes in any order.
  for (let i = 0; i < 30; i++) {
    const [sub, text, product, index] = [below(2), below(4), below(PRODUCTS) * FAR, 1 + below(3)];
    tally.remember(sub, text, product, index);
    const tags = TAGS_OF[sub]?.[text] ?? [];
    for (const tag of tags) taggedWith.remember(product, tag, index);
    if (tags.length > 0) tagged.remember(product, sub, index);
  }
  for (let day = 4; day < DAYS; day++) {
    const [length, column] = [60, () => new Int32Array(60)];
    const lines = { length, day: column().fill(day), sub: column(), product: column(), text: column() };
    for (let line = 0; line < length; line++) {
      const product = below(PRODUCTS) * FAR;
      const isUsual = below(4) > 0;
      const [sub, text] = isUsual ? [(product / FAR) % 2, (product / FAR) % 4] : [below(2), below(4)];
      lines.sub[line] = sub;
      lines.text[line] = text;
      lines.product[line] = product;
      const tags = TAGS_OF[sub]?.[text] ?? [];
      for (const tag of tags) taggedWith.see(product, tag, day);
      if (tags.length > 0) tagged.see(product, sub, day);
    }
    tally.add(lines);
  }
  const counted = ({ seen }: SeenThings, seriesCount: number) =>
    countThings(byThing(seen), {
      groups: groupsOf(Array.from({ length: seriesCount }, (_, series) => [series])),
      seriesCount,
    });
  assert.deepEqual(tally.finish(), {
    taggedWith: counted(taggedWith, NAMES.tags.length),
    tagged: counted(tagged, NAMES.subs.length),
  });
});
