import { parseDay } from '../../../../src/lib/calendar.ts';
import type { AccountData } from '../call/dataset.ts';
import type { Quote } from '../call/price.ts';
import { hasKey } from '../key/session-key.ts';
import type { Dates } from '../shared/dates.ts';
import type { CallSpec, ParameterSpec, Values } from './spec.ts';

/** Why a call cannot be asked. Each is told beside the field that it is about. */
type Mistake =
  | { readonly kind: 'missing' | 'notADay' | 'reversed' | 'key' }
  | ({ readonly kind: 'outside' } & Dates)
  /** The end that is used where none is given comes before the start. */
  | { readonly kind: 'noEnd'; readonly end: string }
  | { readonly kind: 'unknownName' | 'notForKey'; readonly name: string }
  | { readonly kind: 'notANumber'; readonly minimum: number; readonly maximum: number };

interface Known {
  readonly quote: Quote | undefined;
  readonly data: Pick<AccountData, 'coverage' | 'default_period'> | undefined;
  /** Whether what stands in a field is known not to be in the data. */
  isUnknown(field: 'category' | 'sub'): boolean;
  /** Those that the key may ask for, where it may not ask for all. */
  readonly categories?: readonly string[] | null | undefined;
}

/** What is wrong with what was filled in, by parameter: as long as anything is, nothing is sent. */
export function mistakesIn(spec: CallSpec, values: Values, known: Known): ReadonlyMap<string, Mistake> {
  const found = new Map<string, Mistake>();
  for (const parameter of spec.parameters) {
    const value = values[parameter.name] ?? '';
    const isNeeded = isNeededIn(spec, parameter, known.categories);
    const mistake =
      value === '' && isNeeded ? ({ kind: 'missing' } as const) : mistakeIn(parameter, value, known);
    if (mistake) found.set(parameter.name, mistake);
  }
  const { start = '', end = '' } = values;
  const takesDays = spec.parameters.some(({ name }) => name === 'start');
  if (found.has('start') || found.has('end') || !takesDays) return found;
  const { data, quote } = known;
  if (start !== '' && end !== '' && start > end) found.set('end', { kind: 'reversed' });
  else if (spec.price && !quote && data) found.set('end', { kind: 'noEnd', end: data.default_period.end });
  else if (spec.isAboutData && data && quote?.start && quote.end && quote.days === 0)
    found.set('start', { kind: 'outside', ...data.coverage });
  return found;
}

/** A key of some categories names one of them: the default may be another's. A quote may be of what has none. */
export function isNeededIn(
  { price }: CallSpec,
  { form, isRequired }: ParameterSpec,
  categories: Known['categories'],
): boolean {
  return isRequired || Boolean(price && categories && form.kind === 'category');
}

function mistakeIn(
  { form }: ParameterSpec,
  value: string,
  { isUnknown, categories }: Known,
): Mistake | undefined {
  if (value === '') return undefined;
  if (hasKey(value)) return { kind: 'key' };
  switch (form.kind) {
    case 'day':
      return parseDay(value) === undefined ? { kind: 'notADay' } : undefined;
    case 'category':
    case 'sub':
      if (!isUnknown(form.kind)) return undefined;
      return { kind: form.kind === 'category' && categories ? 'notForKey' : 'unknownName', name: value };
    case 'wholeNumber': {
      const { minimum, maximum } = form;
      const isOne = /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
      return isOne ? undefined : { kind: 'notANumber', minimum, maximum };
    }
    default:
      return undefined;
  }
}
