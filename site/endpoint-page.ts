import { describeParameter, type EndpointDoc } from '../src/docs/endpoint-page.ts';
import { exampleAnswer } from '../src/docs/example-calls.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { ERRORS, type ErrorName } from '../src/errors/callers.ts';
import { say, sayType } from '../src/words/index.ts';
import { answerPicture } from './answer-picture.ts';
import { endpointSnippets } from './endpoint-snippets.ts';
import { idIn, type Language, wordsLanguage } from './languages.ts';

const WORDS = {
  en: {
    tryIt: 'Try it',
    parameters: 'Parameters',
    parameter: ['Parameter', 'What it takes'],
    none: 'None.',
    price: 'Price',
    code: 'Code',
    answer: 'Answer',
    whole: 'The whole answer',
    field: ['Field', 'Type', 'Meaning'],
    optional: ', optional',
    required: ' Required.',
    same: ' Fields as in `focus`.',
    errors: 'Errors',
    error: ['HTTP', 'msg', 'What happened, and what to do'],
    anyMessage: 'names what is wrong, and what it must be',
    errorsNote: 'No error costs points, with [one exception](/errors#what-to-retry). [All errors](/errors)',
  },
  zh: {
    tryIt: '線上試用',
    parameters: '參數',
    parameter: ['參數', '說明'],
    none: '無。',
    price: '價格',
    code: '程式碼',
    answer: '回應',
    whole: '完整回應',
    field: ['欄位', '型別', '意義'],
    optional: '，可省略',
    required: '必填。',
    same: '欄位與 `focus` 相同。',
    errors: '錯誤',
    error: ['HTTP', 'msg', '發生什麼，怎麼辦'],
    anyMessage: '指出哪裡有誤',
    errorsNote: '錯誤都不扣點，只有[一個例外](/zh/errors#哪些可以重試)。[所有錯誤](/zh/errors)',
  },
} as const;

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
  const words = WORDS[language];
  const id = idIn(language, doc.page.id);
  const spoken = wordsLanguage(language);
  const title = say(spoken, { kind: 'summary', key: doc.path, english: doc.summary });
  const description = say(spoken, { kind: 'description', key: doc.path, english: doc.description });
  const answer = exampleAnswer(doc.path, spoken) ?? doc.exampleAnswer;
  const met = [...ERROR_NAMES, ...doc.errors].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  const errors = met.map((name) => [
    String(ERRORS[name].status),
    name === 'badRequest' ? words.anyMessage : code(ERRORS[name].msg),
    say(spoken, { kind: 'error', key: name, english: ERRORS[name].meaning }),
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
            describeParameter(spoken, doc.path, parameter) + (parameter.required ? words.required : ''),
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
    table(words.error, errors),
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
  const words = WORDS[language];
  const spoken = wordsLanguage(language);
  const isRepeated = (name: string) =>
    name.startsWith('prevFocus.') &&
    fields.some((field) => field.name === name.replace('prevFocus.', 'focus.'));
  const rows = fields
    .filter(({ name }) => !isRepeated(name))
    .map(({ name, type, description, isOptional }) => [
      code(name),
      `${sayType(spoken, type)}${isOptional ? words.optional : ''}`,
      say(spoken, { kind: 'field', key: name, path, english: description }) +
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
