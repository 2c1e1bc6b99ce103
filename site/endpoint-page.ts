import { describeParameter, type EndpointDoc, type ParameterDoc } from '../src/docs/endpoint-page.ts';
import { exampleValue } from '../src/docs/examples/example-calls.ts';
import { label } from '../src/docs/reference-tables.ts';
import { ERRORS, type ErrorName } from '../src/errors/callers.ts';
import { say, sayType } from '../src/words/index.ts';
import type { CallSpec, ParameterForm } from './.vitepress/theme/endpoint/spec.ts';
import type { Dates } from './.vitepress/theme/shared/dates.ts';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import { sandboxAnswer } from './answer-picture.ts';
import { idIn, type Language } from './languages.ts';

/** Those that every call with a key can meet, apart from a wrong address. */
const ERROR_NAMES: readonly ErrorName[] = [
  'missingKey',
  'invalidKey',
  'inactiveKey',
  'invalidParameter',
  'tooManyRequests',
];

/** What the page of an endpoint is called. */
export function titleOf(doc: EndpointDoc, language: Language) {
  return {
    id: idIn(language, doc.page.id),
    title: say(language, { kind: 'summary', key: doc.path, english: doc.summary }),
    description: say(language, { kind: 'description', key: doc.path, english: doc.description }),
  };
}

/** The page of an endpoint: what it answers, one call to try, and what a caller looks up. */
export async function endpointPage(doc: EndpointDoc, language: Language) {
  const words = BUILT_WORDS[language].endpoint;
  const { id, title, description } = titleOf(doc, language);
  const met = [...ERROR_NAMES, ...doc.errors].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  const errors = met.map((name) => [
    String(ERRORS[name].status),
    code(ERRORS[name].code),
    say(language, { kind: 'error', key: name, english: ERRORS[name].meaning }),
  ]);
  const markdown = [
    `# ${title}`,
    `<div class="endpoint-head">`,
    description,
    `<p class="endpoint-line"><span class="method">${doc.method}</span> <code>${doc.path}</code> <EndpointPrice short /></p>`,
    '</div>',
    '<EndpointCall>',
    ...doc.parameters.flatMap((parameter) => [
      `<template #about-${parameter.name}>`,
      describeParameter(language, doc.path, parameter) +
        (parameter.required ? words.required : '') +
        (isName(parameter) ? words.strict : ''),
      '</template>',
    ]),
    '<template #default>',
    `## ${words.price}`,
    '<EndpointPrice />',
    `## ${words.answer}`,
    fieldTable(doc, language),
    `## ${words.errors}`,
    table(['HTTP', 'x-error-code', label(language, 'whatHappened')], errors),
    doc.group === 'Account' ? words.errorsOfFree : words.errorsNote,
    '</template>',
    '</EndpointCall>',
  ].join('\n\n');
  const matter = {
    title,
    description,
    pageClass: 'endpoint',
    markdown: doc.page.id,
    outline: false,
    aside: false,
    path: doc.path,
    group: doc.group,
    ...(doc.group !== 'Account' && { prices: true }),
    price: priceOf(doc),
    call: await callSpec(doc, language),
  };
  return { id, matter, markdown };
}

/** What the page in a browser makes its call of. */
async function callSpec(doc: EndpointDoc, language: Language): Promise<CallSpec> {
  const { path, parameters, fields, group } = doc;
  const meanings = fields.map(({ name, description }) => [
    name,
    withoutMarkdown(say(language, { kind: 'field', key: name, path, english: description })),
  ]);
  return {
    path,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      form: formOf(parameter),
      isRequired: parameter.required,
    })),
    ...(group !== 'Account' && { price: priceOf(doc) }),
    isAboutData: group !== 'Account' || parameters.some(({ name }) => name === 'path'),
    example: await exampleOf(doc, language),
    meanings: Object.fromEntries(meanings),
  };
}

/** Four periods of the sandbox: in fewer weeks there is no trend to see. */
const TREND_DAYS = { start: '2025-07-07', end: '2026-06-07' } as const;

async function exampleOf(doc: EndpointDoc, language: Language): Promise<CallSpec['example']> {
  const { path, group, parameters, fields } = doc;
  const values: Record<string, string> = Object.fromEntries(
    parameters.map(({ name, example }) => [name, exampleValue(name, language) || example]),
  );
  if (group === 'Account') {
    const body = namedIn(language, doc.exampleAnswer);
    const { start, end } = body.data;
    // An answer about the account says itself for which days it is.
    return { values: { ...values, ...('start' in values && start && end && { start, end }) }, body };
  }
  const isTrend = 'start' in values && fields.some(({ name }) => name.startsWith('trend[]'));
  const asked = isTrend ? { ...values, ...TREND_DAYS } : values;
  const { data } = await sandboxAnswer(language, path, asked);
  const body = { code: 200, data };
  return { values: asked, body };
}

/** An answer about an account, whose example is written in English, with the names that its page asks for. */
function namedIn(language: Language, answer: unknown): { data: Partial<Dates> } {
  const names = new Map(
    ['category', 'sub'].map((name) => [exampleValue(name), exampleValue(name, language)]),
  );
  return JSON.parse(JSON.stringify(answer), (_, value) => names.get(value) ?? value);
}

/** Code on a page asks strictly wherever it names one. */
const isName = ({ name }: ParameterDoc) => name === 'category' || name === 'sub';

const SHARED_FORMS: Readonly<Record<string, ParameterForm>> = {
  category: { kind: 'category' },
  sub: { kind: 'sub' },
  start: { kind: 'day' },
  end: { kind: 'day' },
  path: { kind: 'path' },
};

function formOf({ name, own }: ParameterDoc): ParameterForm {
  if (!own) return SHARED_FORMS[name] ?? { kind: 'text' };
  const { minimum, maximum } = own.form.values;
  const { anyOf = [] } = own.schema as { readonly anyOf?: readonly { readonly const: string }[] };
  switch (own.form.kind) {
    case 'wholeNumber':
      return { kind: 'wholeNumber', minimum: Number(minimum), maximum: Number(maximum) };
    case 'oneOf':
      return { kind: 'oneOf', choices: anyOf.map((choice) => choice.const) };
    default:
      return { kind: 'text' };
  }
}

/** `[Dates](/dates)` and `` `data` `` as plain text. */
function withoutMarkdown(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}

/** The fields of the answer. What an object shares with the one before it stands once. */
function fieldTable({ path, fields }: EndpointDoc, language: Language): string {
  const words = BUILT_WORDS[language].endpoint;
  const isRepeated = (name: string) =>
    name.startsWith('prevFocus.') &&
    fields.some((field) => field.name === name.replace('prevFocus.', 'focus.'));
  const rows = fields
    .filter(({ name }) => !isRepeated(name))
    .map(({ name, type, description, isOptional }) => [
      code(name),
      `${sayType(language, type)}${isOptional ? words.optional : ''}`,
      say(language, { kind: 'field', key: name, path, english: description }) +
        (name === 'prevFocus' ? words.same : ''),
    ]);
  return table(words.field, rows);
}

/** What the page knows of its price until the service tells that of now. */
function priceOf({ price: { base, kind } }: EndpointDoc) {
  return { base, kind };
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
