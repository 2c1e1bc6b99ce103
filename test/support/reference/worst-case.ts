/** The hardest cases for disclosure control in one week, and what the service shows of them. */
import type { Snapshot } from '../../../src/snapshot/snapshot.ts';
import { row } from './made-cases.ts';
import { answerOf } from './published-answers.ts';
import type { RawRow } from './reference-lines.ts';

type Sale = readonly [member: string, merchant: string, amount: number];

/** Sales of as many people as there are, by merchants in turn. */
const spread = (people: number, merchants: number, amount: number): Sale[] =>
  Array.from({ length: people }, (_, i) => [`m${i}`, `s${i % merchants}`, amount]);

interface Case {
  readonly category: string;
  readonly sub: string;
  readonly sales: readonly Sale[];
  readonly why: string;
}

const CASES: readonly Case[] = [
  { category: 'Audio', sub: 'Headphones', sales: spread(12, 4, 100), why: 'enough of everything' },
  {
    ...{ category: 'Audio', sub: 'Speakers', why: 'one merchant has 95 % of the amount' },
    sales: [...spread(19, 1, 50), ['m0', 's1', 25], ['m1', 's2', 25]],
  },
  {
    ...{ category: 'Audio', sub: 'Cables', sales: spread(8, 4, 60) },
    why: 'enough itself; the smallest that hides Speakers: else Audio minus the others would be Speakers',
  },
  { category: 'Health', sub: 'Vitamins', sales: spread(15, 5, 40), why: 'enough of everything' },
  {
    ...{ category: 'Health', sub: 'Bandages', sales: spread(6, 3, 15) },
    why: 'enough itself; the smallest that hides Self-tests',
  },
  { category: 'Health', sub: 'Self-tests', sales: [['m3', 's1', 28]], why: 'one buyer' },
  {
    ...{ category: 'Garden', sub: 'Tools', sales: spread(14, 4, 50) },
    why: 'enough itself; but Garden minus Tools would be Gnomes',
  },
  { category: 'Garden', sub: 'Gnomes', sales: spread(2, 2, 30), why: 'two buyers' },
];

export const WORST_CASE_ENV = { MDQ_MIN_PEOPLE: '5', MDQ_MIN_MERCHANTS: '3', MDQ_MAX_SHARE: '80' };

export function worstCaseRows(): RawRow[] {
  const rows = CASES.flatMap(({ category, sub, sales }) =>
    sales.map(([member, merchant, amount], i) =>
      row({
        ...{ order_id: `${sub}-${i}`, ordered_at: '2026-06-03', category, sub_category: sub },
        ...{ amount: String(amount), member_id: member, merchant_id: merchant },
      }),
    ),
  );
  // A later week, so that the one before it is complete.
  return [
    ...rows,
    row({ order_id: 'later', ordered_at: '2026-06-08', category: 'Audio', sub_category: 'Cables' }),
  ];
}

/** The table of the guide: what is in the lines, what is shown, and why. */
export function worstCaseTable(snapshot: Snapshot): string {
  const lines = [...new Set(CASES.map(({ category }) => category))].flatMap((category) => {
    const subs = CASES.filter((one) => one.category === category);
    const sales = subs.flatMap((one) => one.sales);
    return [
      line(snapshot, { category, sub: '', sales, why: 'enough of everything' }),
      ...subs.map((one) => line(snapshot, one)),
    ];
  });
  return [
    '| | People | Merchants | Largest share | Amount | Shown | Why |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function line(snapshot: Snapshot, { category, sub, sales, why }: Case): string {
  const amount = sales.reduce((sum, [, , one]) => sum + one, 0);
  const byName = (index: 0 | 1) =>
    [...Map.groupBy(sales, (sale) => sale[index]).values()].map((own) =>
      own.reduce((sum, [, , one]) => sum + one, 0),
    );
  const share = Math.round((Math.max(...byName(0), ...byName(1)) / amount) * 100);
  const names = new URLSearchParams({
    category,
    ...(sub && { sub }),
    start: '2026-06-01',
    end: '2026-06-07',
  });
  const { data, suppressed } = answerOf(
    snapshot,
    `/api/public/trends/${sub ? 'sub-market' : 'market'}?${names}`,
  );
  const answer = data as { subCategory?: string; trend: readonly { total_amount: number }[] };
  const isShown = suppressed === 0 && (answer.subCategory ?? '') === sub;
  const shown = isShown ? `**${answer.trend[0]?.total_amount}**` : 'not shown';
  return `| ${sub ? `${category}, ${sub}` : `**${category}**`} | ${byName(0).length} | ${byName(1).length} | ${share} % | ${amount} | ${shown} | ${why} |`;
}
