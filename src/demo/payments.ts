import type { DemoLanguage } from '../lib/language.ts';
import type { PaymentHabit } from './category-source.ts';
import { itemAt, pickWeighted, type Random, runningTotals } from './random.ts';

export const PAYMENT_METHODS: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: [
    'Credit card',
    'Credit card installment',
    'Debit card',
    'LINE Pay',
    'JKOPay',
    'Apple Pay',
    'Convenience store (cash)',
    'ATM transfer',
    'Cash on delivery',
  ],
  'zh-TW': [
    '信用卡',
    '信用卡分期付款',
    '簽帳金融卡',
    'LINE Pay',
    '街口支付',
    'Apple Pay',
    '超商付現',
    'ATM 轉帳',
    '貨到付款',
  ],
};

/** Credit card, installment and debit card: the methods that `frequency` and `arpu` are made from. */
export function audienceMethods(language: DemoLanguage): readonly string[] {
  return PAYMENT_METHODS[language].slice(0, 3);
}

/** Weights in the order of `PAYMENT_METHODS`. */
const HABITS: Record<PaymentHabit, readonly number[]> = {
  everyday: [37, 1, 7, 18, 7, 9, 12, 3, 5],
  young: [31, 2, 7, 19, 9, 12, 14, 3, 3],
  family: [43, 3, 9, 14, 4, 6, 10, 5, 6],
  tech: [41, 9, 6, 12, 4, 11, 6, 7, 4],
  books: [36, 1, 8, 17, 6, 8, 18, 3, 3],
};

/** What an order's value does to those weights: stores take little cash, and installments start high. */
const VALUE_BANDS: readonly { readonly below: number; readonly factors: readonly number[] }[] = [
  { below: 500, factors: [0.85, 0, 1.1, 1.2, 1.2, 1, 1.3, 0.6, 0.8] },
  { below: 3000, factors: [1, 0.4, 1, 1, 1, 1, 1, 1, 1] },
  { below: 10_000, factors: [1.1, 2.5, 0.8, 0.7, 0.6, 1, 0.4, 1.4, 1] },
  { below: Number.POSITIVE_INFINITY, factors: [1, 8, 0.5, 0.25, 0.2, 0.7, 0.03, 1.6, 0.4] },
];

/** By habit and band: running totals of the weights. */
const TOTALS = Object.fromEntries(
  Object.entries(HABITS).map(([habit, weights]) => [
    habit,
    VALUE_BANDS.map(({ factors }) => runningTotals(weights.map((weight, i) => weight * (factors[i] ?? 1)))),
  ]),
) as Record<PaymentHabit, Float64Array[]>;

/** Picks how an order is paid: an index into `PAYMENT_METHODS` of a language. */
export function pickPayment(random: Random, habit: PaymentHabit, dollars: number): number {
  const band = VALUE_BANDS.findIndex(({ below }) => dollars < below);
  return pickWeighted(random, itemAt(TOTALS[habit], band));
}
