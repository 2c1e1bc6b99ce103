import { describeParameter, type EndpointDoc } from '../src/docs/endpoint-page.ts';
import { exampleAnswer } from '../src/docs/example-calls.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { label } from '../src/docs/reference-tables.ts';
import { ERRORS, type ErrorName } from '../src/errors/callers.ts';
import { say, sayType } from '../src/words/index.ts';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import { answerPicture } from './answer-picture.ts';
import { endpointSnippets } from './endpoint-snippets.ts';
import { idIn, type Language } from './languages.ts';

/** Those that every call with a key can meet, apart from a wrong address. */
const ERROR_NAMES: readonly ErrorName[] = [
  'missingKey',
  'invalidKey',
  'inactiveKey',
  'badRequest',
  'tooManyRequests',
];

/** The page of an endpoint: what it answers, a picture of that, then what a caller looks up, and a form to try it. */
export function endpointPage(doc: EndpointDoc, language: Language) {
  const words = BUILT_WORDS[language].endpoint;
  const id = idIn(language, doc.page.id);
  const title = say(language, { kind: 'summary', key: doc.path, english: doc.summary });
  const description = say(language, { kind: 'description', key: doc.path, english: doc.description });
  const answer = exampleAnswer(doc.path, language) ?? doc.exampleAnswer;
  const met = [...ERROR_NAMES, ...doc.errors].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  const errors = met.map((name) => [
    String(ERRORS[name].status),
    name === 'badRequest' ? label(language, 'anyMessage') : code(ERRORS[name].msg),
    say(language, { kind: 'error', key: name, english: ERRORS[name].meaning }),
  ]);
  const markdown = [
    `# ${title}`,
    `<div class="endpoint-head">`,
    description,
    `<p class="endpoint-line"><span class="method">${doc.method}</span> <code>${doc.path}</code> <EndpointPrice short /> <a class="to-try" href="#try-it">${words.tryIt}</a></p>`,
    '</div>',
    '<div class="endpoint-body">',
    '<div class="endpoint-main">',
    '<AnswerPicture v-if="$frontmatter.picture" :picture="$frontmatter.picture" />',
    `## ${words.parameters}`,
    doc.parameters.length === 0
      ? words.none
      : table(
          words.parameter,
          doc.parameters.map((parameter) => [
            code(parameter.name),
            describeParameter(language, doc.path, parameter) + (parameter.required ? words.required : ''),
          ]),
        ),
    `## ${words.price}`,
    '<EndpointPrice />',
    `## ${words.answer}`,
    fieldTable(doc, language),
    `::: details ${words.whole}`,
    fence('json', jsonText(answer)),
    ':::',
    `## ${words.code}`,
    '::: code-group',
    ...endpointSnippets(doc, language).map(({ info, text }) => fence(info, text)),
    ':::',
    `## ${words.errors}`,
    table(['HTTP', 'msg', label(language, 'whatHappened')], errors),
    words.errorsNote,
    '</div>',
    `<aside class="endpoint-try" id="try-it" aria-label="${words.tryIt}">`,
    '<TryIt :path="$frontmatter.path" :parameters="$frontmatter.parameters" :price="$frontmatter.paid" />',
    '</aside>',
    '</div>',
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
    parameters: doc.parameters.map(({ name }) => name),
    ...(doc.group !== 'Account' && { paid: priceOf(doc), prices: true }),
    price: priceOf(doc),
    picture: answerPicture(language, doc.path),
  };
  return { id, matter, markdown };
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

function fence(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\``;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
