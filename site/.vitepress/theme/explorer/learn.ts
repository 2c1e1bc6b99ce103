import type { Outcome } from '../shared/call.ts';
import type { Answers } from './answers.ts';
import { type Coverage, learnDefaultPeriod, learnFirstWeek, learnPeriods } from './coverage.ts';
import type { Panel } from './panels.ts';
import type { Price } from './price.ts';
import type { Range } from './view.ts';

/** Takes from an answer, or from a refusal that names its price, what it tells about the days of the data. */
export function learnFrom(
  coverage: Coverage,
  outcome: Outcome,
  asked: { readonly panel: Panel; readonly range: Range; readonly price: Price | undefined },
): Coverage {
  const { panel, price } = asked;
  const range: Range = panel.takesDates ? asked.range : { kind: 'default' };
  const perPeriod = price?.kind === 'per-period' && panel.takesDates ? price.base : undefined;
  if (outcome.kind === 'refused') {
    if (outcome.status !== 402 || !outcome.required || !perPeriod) return coverage;
    return learnPeriods(coverage, range, outcome.required / perPeriod);
  }
  if (outcome.kind !== 'answered') return coverage;

  const data = outcome.data as { start: string; end: string };
  let known = coverage;
  if (range.kind === 'default') known = learnDefaultPeriod(known, data.start, data.end);
  const { charged } = outcome.receipt;
  if (charged && perPeriod) known = learnPeriods(known, range, charged / perPeriod);
  if (panel.kind === 'trend') {
    const first = (data as Answers['trend']).trend[0];
    if (first?.week_start) known = learnFirstWeek(known, range, first.week_start);
  }
  return known;
}
