import { parseDay } from '../../../../src/snapshot/calendar.ts';
import type { AccountData } from '../call/dataset.ts';
import type { Quote } from './price-of-call.ts';
import type { CallSpec, ParameterSpec, Values } from './spec.ts';

/** Why a call cannot be asked. Each is told beside the field that it is about. */
export type Mistake =
  | { readonly kind: 'missing' | 'notADay' | 'reversed' }
  | { readonly kind: 'outside'; readonly start: string; readonly end: string }
  | { readonly kind: 'unknownName'; readonly name: string }
  | { readonly kind: 'notANumber'; readonly minimum: number; readonly maximum: number };

interface Known {
  readonly quote: Quote | undefined;
  readonly data: Pick<AccountData, 'coverage'> | undefined;
  /** The names of a field, where they are known. */
  namesOf(field: 'category' | 'sub'): readonly string[] | undefined;
}

/** What is wrong with what was filled in, by parameter: as long as anything is, nothing is sent. */
export function mistakesIn(spec: CallSpec, values: Values, known: Known): ReadonlyMap<string, Mistake> {
  const found = new Map<string, Mistake>();
  for (const parameter of spec.parameters) {
    const mistake = mistakeIn(parameter, values[parameter.name] ?? '', known);
    if (mistake) found.set(parameter.name, mistake);
  }
  const { start = '', end = '' } = values;
  const takesDays = spec.parameters.some(({ name }) => name === 'start');
  if (found.has('start') || found.has('end') || !takesDays) return found;
  if (start !== '' && end !== '' && start > end) found.set('end', { kind: 'reversed' });
  else if (spec.isAboutData && known.data && known.quote?.start && known.quote.end && known.quote.days === 0)
    found.set('start', { kind: 'outside', ...known.data.coverage });
  return found;
}

function mistakeIn(
  { form, isRequired }: ParameterSpec,
  value: string,
  { namesOf }: Known,
): Mistake | undefined {
  if (value === '') return isRequired ? { kind: 'missing' } : undefined;
  switch (form.kind) {
    case 'day':
      return parseDay(value) === undefined ? { kind: 'notADay' } : undefined;
    case 'category':
    case 'sub': {
      const names = namesOf(form.kind);
      return names && !names.includes(value) ? { kind: 'unknownName', name: value } : undefined;
    }
    case 'wholeNumber': {
      const { minimum, maximum } = form;
      const isOne = /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
      return isOne ? undefined : { kind: 'notANumber', minimum, maximum };
    }
    default:
      return undefined;
  }
}
