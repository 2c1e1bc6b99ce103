/** Made order lines that each stand for one rule: ties, halves to round, days that an offset moves. */
import type { RawRow } from './reference-lines.ts';

const BLANK: RawRow = {
  ...{ order_id: '', ordered_at: '', category: '', sub_category: '', product_id: 'P', product_name: '' },
  ...{ tags: '', amount: '1', payment_method: '', merchant_id: '', member_id: '' },
};

/** A row with what matters given and the rest harmless. */
export function row(values: Partial<RawRow>): RawRow {
  return { ...BLANK, ...values };
}

/** Days of the default period and of the period before it, when coverage is that of the made rows. */
const NOW = '2025-03-12';
const BEFORE = '2024-12-10';
const LONG_AGO = '2024-09-04';

/**
 * Two categories, two sub-categories in each, two payment methods, two tags: all with the same figures, and all
 * with names whose code point order is not their UTF-16 order.
 */
export function twins(): RawRow[] {
  const days = ['2024-08-20', '2024-10-03', BEFORE, '2025-02-20', NOW, '2025-04-30'];
  const tags = ['Ｋ=Ｖ;Ｋ=💎', '🔑=Ｖ;🔑=💎', 'Ｋ=Ｖ;Ｋ=💎;🔑=Ｖ;🔑=💎'];
  const places = ['𠮷 twin', 'ﾂｲﾝ'].flatMap((category) =>
    ['😀', 'Ｘ'].flatMap((sub_category) =>
      ['🪙', 'ＰＡＹ'].map((payment_method) => ({ category, sub_category, payment_method })),
    ),
  );
  return days.flatMap((day, i) =>
    places.flatMap((place) =>
      tags.map((tag, j) =>
        row({
          ...place,
          order_id: `twin-${i}-${Object.values(place).join('-')}-${j}`,
          ...{ ordered_at: day, product_id: `twin-${j}`, tags: tag, amount: `${10 + i}.25` },
          ...{ merchant_id: `shop-${i}`, member_id: `twin-${i % 4}` },
        }),
      ),
    ),
  );
}

/** `[category, amounts before, amounts now]`, each amount an order of its own. */
const GROWTH: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['Steady A', ['50', '50'], ['100']],
  ['Steady B', ['100'], ['50', '50']],
  // 10.04 % and 10.00 %: both are printed as 10.0, so the counts decide, against amount and name.
  ['Printed X', ['125', '125'], ['275.10']],
  ['Printed Y', ['250'], ['137.50', '137.5']],
  ['Half up', ['400.00'], ['449.00']],
  ['Half down', ['400.00'], ['351.00']],
  ['Barely less', ['10000'], ['9999.99']],
  ['Faded', ['80', '20.5'], []],
  ['Fresh', [], ['33.33']],
  ['0 free', [], ['0', '0.00']],
  ['Free before', ['0'], ['7.77', '0.01']],
];

export function growthCases(): RawRow[] {
  return GROWTH.flatMap(([category, before, now]) =>
    [before, now].flatMap((amounts, period) =>
      amounts.map((amount, i) =>
        row({
          ...{ order_id: `growth-${category}-${period}-${i}`, ordered_at: period === 0 ? BEFORE : NOW },
          ...{ category, sub_category: 'Only', amount },
          ...{ payment_method: 'Debit card', member_id: `growth-${i}` },
        }),
      ),
    ),
  );
}

/** Categories and a sub-category without sales in the default period: they come last, by name alone. */
export function outsideDefaultPeriod(): RawRow[] {
  const places = [
    ['𝌆 gone', 'Past', '90000'],
    ['ﾂ gone', 'Past', '1'],
    ['Zzz winter', 'Sledges', '500.5'],
    ['Zzz winter', 'Ice', '900'],
    ['Home', 'Aaa heaters', '70000'],
  ] as const;
  return places.map(([category, sub, amount]) =>
    row({ order_id: `gone-${category}-${sub}`, ordered_at: LONG_AGO, category, sub_category: sub, amount }),
  );
}

export function halves(): RawRow[] {
  const rows: RawRow[] = [];
  const add = (id: string, values: Partial<RawRow>) =>
    rows.push(row({ order_id: `half-${id}`, ordered_at: NOW, category: 'Halves', amount: '0', ...values }));
  // One of 16 is 6.25 %, 15 are 93.75 %; eight hundredths over 16 orders are half a hundredth each.
  for (let i = 0; i < 16; i += 1) {
    add(`sixteenth-${i}`, {
      sub_category: 'Sixteenths',
      product_id: `S${i}`,
      tags: i === 0 ? 'all=yes;rare=one' : 'all=yes',
      amount: i === 0 ? '0.08' : '0',
      payment_method: i === 0 ? 'Cash on delivery' : 'Bank transfer',
    });
  }
  add('sixteenth-15', { sub_category: 'Sixteenths', product_id: 'bare', payment_method: 'Bank transfer' });
  // Nine orders of eight members are 1.125 each; 8.04 of eight members is 1.005 each.
  for (let i = 0; i < 9; i += 1) {
    add(`audience-${i}`, {
      sub_category: 'Audience',
      amount: i === 0 ? '8.04' : '0',
      payment_method: 'Credit card',
      member_id: `eighth-${i % 8}`,
    });
  }
  // Buyers of Anchor who also bought r1 … r6: 5, 4, 3, 3, 1, 1; the five listed make 16.
  for (let member = 0; member < 6; member += 1) {
    const memberId = `anchor-${member}`;
    add(memberId, { sub_category: 'Anchor', member_id: memberId });
    add(`r7-${member}`, { sub_category: 'r7', member_id: memberId, ordered_at: LONG_AGO });
  }
  for (const [sub, buyers] of [
    ['r6', 1],
    ['r5', 1],
    ['r4', 3],
    ['r3', 3],
    ['r2', 4],
    ['r1', 5],
  ] as const) {
    for (let member = 0; member < buyers; member += 1) {
      add(`${sub}-${member}`, { sub_category: sub, member_id: `anchor-${member}` });
    }
    add(`${sub}-stranger`, { sub_category: sub, member_id: 'stranger' });
    add(`${sub}-nobody`, { sub_category: sub });
  }
  return rows;
}

/** Lines that a reader of numbers, of UTC days or of single lines would misread. */
export function readingTraps(): RawRow[] {
  const food = { category: '食品', sub_category: '飲料' };
  const home = { category: 'Home', sub_category: 'Lamps' };
  const rows = [
    // The first and the last day of coverage in Taipei; a later line does not stretch coverage.
    row({ order_id: 'first', ordered_at: '2024-08-06T16:30:00Z', ...food, amount: '12' }),
    row({ order_id: 'last', ordered_at: '2025-05-19T10:00:00', ...home, amount: '12.5' }),
    row({ order_id: 'last', ordered_at: '2025-05-15T23:59:59+08:00', ...food, amount: '12.500' }),
    // An order with lines on different days, weeks, and on both sides of the default period's start.
    row({ order_id: 'slow', ordered_at: '2025-03-12', ...home, amount: '40' }),
    row({ order_id: 'slow', ordered_at: '2025-03-01T23:00:00', ...food, amount: '41' }),
    row({ order_id: 'straddle', ordered_at: '2025-02-18T09:00:00', ...home, amount: '1000' }),
    row({ order_id: 'straddle', ordered_at: '2025-02-16', ...food, amount: '2000' }),
    // New Year in Taipei comes at 16:00 UTC.
    row({ order_id: 'eve', ordered_at: '2024-12-31T23:30:00+08:00', ...food, amount: '5.05' }),
    row({ order_id: 'new-year', ordered_at: '2024-12-31T16:30:00Z', ...food, amount: '6.06' }),
    row({ order_id: 'new-year-us', ordered_at: '2024-12-31T11:00-05:00', ...food, amount: '7.07' }),
  ];
  // Texts that are the same number are different orders, products, merchants and members.
  for (const id of ['7', '007', '7.0', '7e0']) {
    const ids = { order_id: id, product_id: id, merchant_id: id, member_id: id };
    rows.push(
      row({ ...ids, ordered_at: '2025-03-20', ...home, tags: 'lot=x', payment_method: 'Debit card' }),
    );
  }
  // Words that mean nothing elsewhere are names here.
  for (const word of ['NULL', 'null', 'NaN', 'true']) {
    const names = { payment_method: word, merchant_id: word, member_id: word, product_id: word };
    rows.push(row({ order_id: word, ordered_at: '2025-03-19', ...home, tags: `${word}=${word}`, ...names }));
  }
  // Identical rows are quantity.
  const pair = row({
    order_id: 'pair',
    ordered_at: '2025-03-21',
    ...food,
    amount: '19.99',
    member_id: 'pair',
  });
  rows.push(pair, pair, pair);
  // A tag belongs to the line: in March the product is red, in April it is blue.
  for (const [day, tags] of [
    ['2025-03-24', 'colour=red'],
    ['2025-04-24', 'colour=blue;colour=red;size=big'],
    ['2025-04-25', ''],
  ] as const) {
    rows.push(row({ order_id: `tag-${day}`, ordered_at: day, ...home, product_id: 'lamp-1', tags }));
  }
  // Two methods in one order, one of them blank; with the member known on one line only.
  const mixed = { order_id: 'mixed', ordered_at: '2025-03-25', ...food, merchant_id: 'm' };
  rows.push(row({ ...mixed, payment_method: 'Credit card', member_id: 'mixed', amount: '3.33' }));
  rows.push(row({ ...mixed, amount: '4.44' }));
  return rows;
}
