import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { type DayRange, daysIn, formatDay } from '../snapshot/calendar.ts';
import type { Category, Snapshot, Sub } from '../snapshot/snapshot.ts';
import { WHOLE } from '../snapshot/tables.ts';
import { type Days, daysOf, type Period, type Shows } from './days.ts';
import type { Price } from './price.ts';

export type { Period };

/** Which part of the data a call is about: it decides which of `category` and `sub` it takes and echoes. */
export type Level = 'overall' | 'category' | 'sub';

/** In the order in which they are documented. */
export const GROUPS = ['Meta', 'Overview', 'Market', 'Sub-market'] as const;

/** What an endpoint is asked, once its parameters have been read. */
export interface Question {
  readonly snapshot: Snapshot;
  /** As asked, also where it reaches beyond the data. */
  readonly range: DayRange;
  readonly category: Category;
  readonly sub: Sub;
}

/** What an answer is made from. It is not given the range as asked, so that it tells of no day that is not paid for. */
export interface AnswerInput extends Omit<Question, 'range'> {
  /** The days that are paid for. Where there is none, every figure of them is 0. */
  readonly days: DayRange;
  /** Where the endpoint `shows` it: undefined unless it may be told. */
  readonly previous: Days['previous'];
  /** Where the endpoint `shows` them. */
  readonly weeks: Days['weeks'];
}

/** What is sold. One file each; everything else about an endpoint is derived from this. */
export interface Endpoint<Fields extends TProperties = TProperties> {
  readonly path: `/api/public/${string}`;
  readonly group: (typeof GROUPS)[number];
  /** The fixed identifier in `data.type`. */
  readonly type?: string;
  readonly summary: string;
  readonly description: string;
  readonly level: Level;
  readonly period: Period;
  readonly price: Price;
  /** What it tells of beside the days that are paid for. */
  readonly shows?: Shows;
  /** What it lists: its own scope, unless it says that it lists those below it. */
  readonly lists?: 'children';
  /** Whether it tells of the restricted basis. */
  readonly hasBasis?: boolean;
  /** The fields of `data` that are this endpoint's own, beside the echo fields. */
  readonly fields: Fields;
  answer(input: AnswerInput): Static<TObject<Fields>>;
}

/** Gives an endpoint its types; the list in index.ts then holds endpoints of any fields. */
export function defineEndpoint<Fields extends TProperties>(endpoint: Endpoint<Fields>): Endpoint {
  return endpoint as unknown as Endpoint;
}

export const PARAMETERS = ['category', 'sub', 'start', 'end'] as const;
export type ParameterName = (typeof PARAMETERS)[number];

const LEVEL_PARAMETERS: Record<Level, readonly ParameterName[]> = {
  overall: [],
  category: ['category'],
  sub: ['category', 'sub'],
};

export function parametersOf(endpoint: Endpoint): readonly ParameterName[] {
  return [
    ...LEVEL_PARAMETERS[endpoint.level],
    ...(endpoint.period === 'asked' ? (['start', 'end'] as const) : []),
  ];
}

/** The whole of `data`: the echo fields, then the endpoint's own. */
export function answerData(endpoint: Endpoint, question: Question): Record<string, unknown> {
  const { snapshot, category, sub, range } = question;
  const { priced: days, previous, weeks } = daysOf(endpoint, range, snapshot);
  return {
    ...(endpoint.type && { type: endpoint.type }),
    ...(endpoint.level !== 'overall' && { category: category.name }),
    ...(endpoint.level === 'sub' && { subCategory: sub.name }),
    ...(endpoint.period !== 'none' && { start: formatDay(range.start), end: formatDay(range.end) }),
    ...endpoint.answer({ snapshot, category, sub, days, previous, weeks }),
  };
}

/** How many cells of the scopes that an answer lists are not shown; undefined when disclosure control is off. */
export function suppressedCells(endpoint: Endpoint, question: Question): number | undefined {
  const { range, category, sub, snapshot } = question;
  const { closed } = snapshot;
  if (!closed) return undefined;
  const { priced } = daysOf(endpoint, range, snapshot);
  if (daysIn(priced) === 0) return 0;
  const scope = { overall: WHOLE, category: category.scope, sub: sub.scope }[endpoint.level];
  if (endpoint.lists === 'children') return closed.countChildren(scope, priced);
  return closed.count(scope, priced) + (endpoint.hasBasis ? closed.countBasis(scope, priced) : 0);
}

const DATE = Type.String({ format: 'date' });

/** The schema of what `answerData` returns. Nothing beyond it is ever sent. */
export function dataSchema(endpoint: Endpoint): TObject {
  return Type.Object(
    {
      ...(endpoint.type && {
        type: Type.Literal(endpoint.type, { description: 'Identifies the kind of answer.' }),
      }),
      ...(endpoint.level !== 'overall' && {
        category: Type.String({ description: 'The main category actually used.' }),
      }),
      ...(endpoint.level === 'sub' && {
        subCategory: Type.String({ description: 'The sub-category actually used.' }),
      }),
      ...(endpoint.period !== 'none' && {
        start: { ...DATE, description: 'First day of the range used.' },
        end: { ...DATE, description: 'Last day of the range used.' },
      }),
      ...endpoint.fields,
    },
    { additionalProperties: false },
  );
}
