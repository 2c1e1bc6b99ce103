import { csvHeader } from '../endpoints/form/csv.ts';
import { describeDeprecation } from '../endpoints/form/deprecation.ts';
import { dataSchema, type Endpoint } from '../endpoints/form/endpoint.ts';
import {
  describeForm,
  FORMS,
  type OwnParameter,
  SHARED_PARAMETERS,
  type SharedParameter,
} from '../endpoints/form/parameters.ts';
import { type Price, pointsFor } from '../endpoints/form/price.ts';
import type { ErrorName } from '../errors/callers.ts';
import { lazily } from '../lib/made-once.ts';
import type { Schema } from '../lib/schema.ts';
import type { AccountRoute } from '../request/account/account-route.ts';
import { sandboxKey } from '../sandbox/keys.ts';
import { type Language, say } from '../words/index.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { EXAMPLE_ADDRESS } from './examples/example-address.ts';
import { exampleAnswer, exampleTarget, exampleValue } from './examples/example-calls.ts';
import { jsonText } from './examples/json-text.ts';
import { shortSample } from './examples/short-sample.ts';
import { ECHO_FIELDS, type FieldDoc, fieldLines, fieldsOf } from './openapi/field-docs.ts';
import { pageOfPath } from './page-of-path.ts';
import type { Page } from './pages.ts';
import { describePrice, inPoints, pointsOf, shortPrice, type Terms } from './terms.ts';

/** The current price; one that is per period is one base for each `periodDays` begun. */
interface PriceDoc extends Price {
  readonly text: string;
  readonly short: string;
  readonly periodDays: number;
}

export interface ParameterDoc {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: string;
  /** Where it is a parameter of this endpoint alone. */
  readonly own?: OwnParameter;
}

/** Everything that is documented about a path that is called with a key, for people and programs alike. */
export interface EndpointDoc {
  readonly path: string;
  readonly method: 'GET';
  readonly group: Endpoint['group'] | typeof ACCOUNT;
  readonly summary: string;
  readonly description: string;
  readonly price: PriceDoc;
  readonly parameters: readonly ParameterDoc[];
  readonly fields: readonly FieldDoc[];
  /** What it can end in beside what every call with a key can. */
  readonly errors: readonly ErrorName[];
  /** A call that runs as it is pasted. */
  readonly curl: string;
  readonly exampleAnswer: unknown;
  /** That new programs should not use it, in words. */
  readonly deprecated?: string;
  /** What else holds for it. */
  readonly notes: readonly string[];
  /** The formats of its answer beside JSON. */
  readonly formats: readonly string[];
  /** The same as a Markdown page. */
  readonly page: Page;
  /** The page for a reader who pays for each word: without examples and without what other pages explain. */
  readonly brief: string;
}

export function documentEndpoint(endpoint: Endpoint, terms: Terms): EndpointDoc {
  const { path, group, summary, deprecated } = endpoint;
  return withPage({
    path,
    group,
    summary,
    description: describeEndpoint(endpoint),
    ...(deprecated && { deprecated: describeDeprecation(deprecated) }),
    price: {
      ...terms.prices.priceOf(endpoint),
      text: describePrice(endpoint, terms),
      short: shortPrice(endpoint, terms),
      periodDays: terms.periodDays,
    },
    parameters: endpoint.takes.map((name) => parameterDoc(endpoint, name)),
    schema: dataSchema(endpoint),
    errors: ['insufficientPoints', 'noData'],
    target: hasSandbox(terms) ? exampleTarget(endpoint) : path,
    exampleAnswer: exampleAnswer(path),
    notes: notesOf(endpoint),
    formats: [
      `With \`Accept: text/csv\` the answer is a table: \`${csvHeader(endpoint)}\`.${suppressedColumns(endpoint)}`,
    ],
    terms,
  });
}

/** What is true of this endpoint and not of all. */
function notesOf(endpoint: Endpoint): string[] {
  const weeks =
    'Weeks at the edges of the range are whole weeks: they have days that you did not ask for, at the same price.';
  return [
    ...(endpoint.shows === 'weeks' ? [weeks] : []),
    ...(endpoint.periods
      ? [
          '`audience_methods` of `/developers/site.json` lists the payment methods that audience figures count.',
        ]
      : []),
  ];
}

/** The columns that a table has only while disclosure control is on. */
function suppressedColumns(endpoint: Endpoint): string {
  const more = csvHeader(endpoint, true).slice(csvHeader(endpoint).length + 1);
  return more === '' ? '' : ` Disclosure control adds \`${more}\`.`;
}

function parameterDoc({ own = [] }: Endpoint, name: string): Parts['parameters'][number] {
  const mine = own.find((each) => each.name === name);
  if (!mine) {
    const { description } = SHARED_PARAMETERS[name as SharedParameter];
    return { name, description: description ?? '', example: exampleValue(name) };
  }
  return { name, description: describeOwn('en', '', mine), example: String(mine.usual), own: mine };
}

/** What a parameter of a path takes, in a language. */
export function describeParameter(
  language: Language,
  path: string,
  { name, description, own }: ParameterDoc,
): string {
  if (own) return describeOwn(language, path, own);
  return say(language, { kind: 'parameter', key: name, path, english: description });
}

/** What every parameter of an endpoint's own says of itself, after what it means. */
export const OWN_LABELS = { takes: ' Takes {form}; missing: {usual}.', ...FORMS } as const;

function describeOwn(language: Language, path: string, { name, schema, form, usual }: OwnParameter): string {
  const label = (key: keyof typeof OWN_LABELS) =>
    say(language, { kind: 'label', key, english: OWN_LABELS[key] });
  const taken = label('takes')
    .replace('{form}', () => describeForm(form, label(form.kind)))
    .replace('{usual}', () => String(usual));
  return say(language, { kind: 'parameter', key: name, path, english: schema.description }) + taken;
}

const ACCOUNT = 'Account';
const FREE = { base: 0, kind: 'fixed', text: 'free', short: 'free', periodDays: 0 } as const;

/** A route about the account itself: as free to call as it is to read about. */
export function documentAccountRoute(route: AccountRoute, terms: Terms): EndpointDoc {
  const { path, summary, description, parameters, schema } = route;
  const query = parameters
    .filter(({ isInPath, isRequired }) => !isInPath && (isRequired || hasSandbox(terms)))
    .map(({ name, example: value }) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`);
  const called = parameters.reduce((at, { name, example: value }) => at.replace(`{${name}}`, value), path);
  return withPage({
    path,
    group: ACCOUNT,
    summary,
    description,
    price: FREE,
    parameters,
    schema,
    errors: route.errors ?? [],
    target: query.length > 0 ? `${called}?${query.join('&')}` : called,
    exampleAnswer: { code: 200, data: route.example(pointsOf(terms), terms.periodDays) },
    terms,
  });
}

interface Parts
  extends Pick<
    EndpointDoc,
    'path' | 'group' | 'summary' | 'description' | 'deprecated' | 'price' | 'errors'
  > {
  readonly parameters: readonly (Omit<ParameterDoc, 'required'> & { readonly isRequired?: boolean })[];
  readonly schema: Schema;
  /** Path and query of the example call. */
  readonly target: string;
  readonly exampleAnswer: unknown;
  readonly notes?: readonly string[];
  readonly formats?: readonly string[];
  readonly terms: Terms;
}

/** Names and dates of the examples are the sandbox's; without one, a call of any service gives none. */
function hasSandbox({ sandboxRate }: Terms): boolean {
  return sandboxRate !== undefined;
}

function curlOf(target: string, terms: Terms): string {
  const [about, key] = hasSandbox(terms)
    ? [
        `${sandboxKey()} is the public key of the sandbox; yours works the same way`,
        `'x-api-key: ${sandboxKey()}'`,
      ]
    : ['MDQ_KEY is your key', '"x-api-key: $MDQ_KEY"'];
  // A reader's data may not have the name of the example: strict, the call is then refused instead of charged.
  const strict = target.includes('category=') ? " -H 'Prefer: handling=strict'" : '';
  return `# ${about}.\ncurl -H ${key}${strict} '${EXAMPLE_ADDRESS}${target}'`;
}

function withPage({
  schema,
  target,
  terms,
  parameters,
  notes = [],
  formats = [],
  ...parts
}: Parts): EndpointDoc {
  const doc = {
    ...parts,
    notes,
    formats,
    method: 'GET' as const,
    parameters: parameters.map(({ isRequired = false, ...each }) => ({ ...each, required: isRequired })),
    fields: fieldsOf(schema),
    curl: curlOf(target, terms),
  };
  const brief = lazily(() => briefOf(doc));
  return {
    ...doc,
    page: toPage(doc),
    get brief() {
      return brief();
    },
  };
}

/** What holds for all paths stands in full elsewhere, once. */
const COMMON = [
  'For every call: the key goes into `x-api-key`; only a 200 is charged (a 500 says whether it may be); `x-max-points: N` refuses a call that costs more.',
  'An unknown name falls back to the default (`x-fallback`) and other parameters are ignored (`x-ignored-parameters`);',
  '`Prefer: handling=strict` refuses both, an empty value, and a range wholly outside the data.',
  'Errors have an `x-error-code`. `If-None-Match` with an `ETag`: a free 304 while unchanged.',
  'More: pages `errors` and `points`.',
].join(' ');
const COMMON_BRIEF =
  '`Prefer: handling=strict` refuses unknown names and other parameters; without it the default is used (`x-fallback`) or they are ignored (`x-ignored-parameters`), and the call is charged.';
const COMMON_FREE = 'The key goes into `x-api-key`, as for every call. Errors: page `errors`.';

/** Everything about an endpoint before its page is written. */
type Unwritten = Omit<EndpointDoc, 'page' | 'brief'>;

function toPage(doc: Unwritten): Page {
  const id = pageOfPath(doc.path);
  const markdown = lazily(() => markdownOf(doc));
  return {
    id,
    title: doc.summary,
    description: doc.description,
    url: `/developers/${id}`,
    audience: 'callers',
    get markdown() {
      return markdown();
    },
  };
}

function markdownOf(doc: Unwritten): string {
  return [
    ...headOf(doc),
    `**Price:** ${doc.price.text}.${priceExamples(doc.price)}`,
    '## Parameters',
    parameterLines(doc),
    '## Answer',
    [...fieldLines(doc.fields), ...[...doc.notes, ...doc.formats].map((note) => `\n${note}`)].join('\n'),
    '## Example',
    `\`\`\`sh\n${doc.curl}\n\`\`\``,
    ...(doc.exampleAnswer ? [`\`\`\`json\n${jsonText(shortSample(doc.exampleAnswer, true))}\n\`\`\``] : []),
    doc.group === ACCOUNT ? COMMON_FREE : COMMON,
  ].join('\n\n');
}

function briefOf(doc: Unwritten): string {
  const isEcho = ({ name }: FieldDoc) => doc.group !== ACCOUNT && ECHO_FIELDS.includes(name);
  const echo = doc.fields.filter(isEcho).map(({ name }) => `\`${name}\``);
  const fields = fieldLines(doc.fields.filter((field) => !isEcho(field)));
  return [
    ...headOf(doc),
    `**Price:** ${doc.price.text}.`,
    '## Parameters',
    parameterLines(doc),
    '## Answer',
    [
      ...fields,
      ...(echo.length > 0 ? [`- \`data\` also repeats what was used: ${echo.join(', ')}.`] : []),
    ].join('\n'),
    ...doc.notes,
    ...(doc.group === ACCOUNT ? [] : [COMMON_BRIEF]),
    'With `detail: true`: an example call with its answer, prices of longer ranges, and the columns in CSV.',
  ].join('\n\n');
}

function headOf({ summary, path, description }: Unwritten): string[] {
  return [`# ${summary}`, `\`GET ${path}\``, description];
}

function parameterLines({ parameters }: Unwritten): string {
  const lines = parameters.map(
    ({ name, required, description }) =>
      `- \`${name}\` (${required ? 'required' : 'optional'}): ${description}`,
  );
  return lines.join('\n') || 'None.';
}

/** Half a year and a year: what people ask for beside the default period. */
const USUAL_RANGES = [182, 365];

function priceExamples(price: PriceDoc): string {
  const { base, kind, periodDays } = price;
  if (kind === 'fixed' || base === 0) return '';
  const ranges = [periodDays, ...USUAL_RANGES.filter((days) => days > periodDays)];
  const examples = ranges.map((days) => `${inPoints(pointsFor(price, days, periodDays))} for ${days} days`);
  return ` Examples, by days inside the data: ${examples.join(', ')}. \`/api/account/quote\` returns the exact price, free of charge.`;
}
