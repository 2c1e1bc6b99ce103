import { type DayRange, formatDay } from '../../lib/calendar.ts';
import { type Properties, type Schema, Type, type Values } from '../../lib/schema.ts';
import type { Category, Snapshot, Sub } from '../../snapshot/snapshot.ts';
import type { Days, Period, Shows } from './days.ts';
import type { Deprecation } from './deprecation.ts';
import {
  type OwnParameter,
  type OwnSchemas,
  type OwnValues,
  ownParameter,
  type SharedParameter,
} from './parameters.ts';
import type { Price } from './price.ts';

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
  /** What was asked by parameters of the endpoint's own. */
  readonly own: OwnValues;
}

/** What an answer is made from. It is not given the range as asked, so that it tells of no day that is not paid for. */
interface AnswerInput<Own extends OwnSchemas = OwnSchemas> extends Omit<Question, 'range' | 'own'> {
  /** The days that are paid for. Where there is none, every figure of them is 0. */
  readonly days: DayRange;
  /** Where the endpoint `shows` it: undefined unless it may be told. */
  readonly previous: Days['previous'];
  /** Where the endpoint `shows` them. */
  readonly weeks: Days['weeks'];
  /** The endpoint's own parameters, each with a value. */
  readonly parameters: Values<Own>;
}

/** What is sold, as a file declares it; everything else about an endpoint is derived from this. */
interface Declaration<Fields extends Properties = Properties, Own extends OwnSchemas = OwnSchemas> {
  readonly path: `/api/public/${string}`;
  readonly group: (typeof GROUPS)[number];
  /** The fixed identifier in `data.type`. */
  readonly type?: string;
  readonly summary: string;
  readonly description: string;
  readonly level: Level;
  readonly period: Period;
  readonly price: Price;
  /** Parameters of its own, beside those that `level` and `period` bring. */
  readonly parameters?: Own;
  /** Those of its own parameters that `data` repeats. */
  readonly echoes?: readonly (keyof Own & string)[];
  /** That new programs should not use it. */
  readonly deprecated?: Deprecation;
  /** What it tells of beside the days that are paid for. */
  readonly shows?: Shows;
  /** What it lists: its own scope, unless it says that it lists those below it, or any others. */
  readonly lists?: 'children' | 'others';
  /** Whether it tells of the restricted basis. */
  readonly hasBasis?: boolean;
  /** The fields of `data` that are this endpoint's own, beside the echo fields. */
  readonly fields: Fields;
  /** Where the fields are the same figures of several periods: what each of them is called in a table. */
  readonly periods?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  answer(input: AnswerInput<Own>): Values<Fields>;
}

/** An endpoint among others, whatever its fields and parameters are. */
export interface Endpoint extends Omit<Declaration, 'parameters'> {
  /** The names of all its parameters, in the order in which they are documented. */
  readonly takes: readonly string[];
  /** Undefined where it has none of its own. */
  readonly own: readonly OwnParameter[] | undefined;
}

const LEVEL_PARAMETERS: Record<Level, readonly SharedParameter[]> = {
  overall: [],
  category: ['category'],
  sub: ['category', 'sub'],
};

/** What every call needs to know of an endpoint is worked out here, once. */
export function defineEndpoint<Fields extends Properties, Own extends OwnSchemas = Record<never, never>>(
  declaration: Declaration<Fields, Own>,
): Endpoint {
  const { parameters, ...endpoint } = declaration as unknown as Declaration;
  const own = parameters && Object.entries(parameters).map(([name, schema]) => ownParameter(name, schema));
  for (const name of endpoint.echoes ?? [])
    if (name in endpoint.fields) throw new Error(`${endpoint.path} has ${name} as a field and as an echo`);
  return {
    ...endpoint,
    own,
    takes: [
      ...LEVEL_PARAMETERS[endpoint.level],
      ...(endpoint.period === 'asked' ? ['start', 'end'] : []),
      ...(own ?? []).map(({ name }) => name),
    ],
  };
}

/** The whole of `data`: the echo fields, then the endpoint's own. The days are those of `daysOfCall`. */
export function answerData(
  endpoint: Endpoint,
  { snapshot, category, sub, range, own }: Question,
  { priced: days, previous, weeks }: Days,
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  if (endpoint.type) data.type = endpoint.type;
  if (endpoint.level !== 'overall') data.category = category.name;
  if (endpoint.level === 'sub') data.subCategory = sub.name;
  if (endpoint.period !== 'none') {
    data.start = formatDay(range.start);
    data.end = formatDay(range.end);
  }
  for (const name of endpoint.echoes ?? []) data[name] = own[name];
  return Object.assign(
    data,
    endpoint.answer({ snapshot, category, sub, days, previous, weeks, parameters: own }),
  );
}

const DATE = Type.String({ format: 'date' });

/** The schema of what `answerData` returns. Nothing beyond it is ever sent. */
export function dataSchema(endpoint: Endpoint): Schema {
  return Type.Object(
    {
      ...(endpoint.type && {
        type: Type.Literal(endpoint.type, { description: 'Kind of answer.' }),
      }),
      ...(endpoint.level !== 'overall' && {
        category: Type.String({ description: 'The main category used.' }),
      }),
      ...(endpoint.level === 'sub' && {
        subCategory: Type.String({ description: 'The sub-category used.' }),
      }),
      ...(endpoint.period !== 'none' && {
        start: { ...DATE, description: 'First day of the range used.' },
        end: { ...DATE, description: 'Last day of the range used.' },
      }),
      ...Object.fromEntries((endpoint.echoes ?? []).map((name) => [name, echoSchema(endpoint, name)])),
      ...endpoint.fields,
    },
    { additionalProperties: false },
  );
}

function echoSchema({ own = [] }: Endpoint, name: string): Schema {
  const { default: _, ...schema }: Schema = own.find((each) => each.name === name)?.schema ?? {};
  return { ...schema, description: `The \`${name}\` actually used.` };
}
