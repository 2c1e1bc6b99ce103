import { CHINESE_ENDPOINTS, CHINESE_MEANINGS } from '../src/docs/chinese.ts';
import { inChinese, RESTRICTED, typeInChinese } from '../src/docs/chinese-text.ts';
import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { exampleAnswer } from '../src/docs/example-calls.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { ERRORS, type ErrorName } from '../src/errors.ts';
import { answerPicture } from './answer-picture.ts';
import { endpointSnippets } from './endpoint-snippets.ts';
import { idIn, type Language } from './languages.ts';

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
    same: ' Fields as in `focus`.',
    errors: 'Errors',
    error: ['HTTP', 'msg', 'What happened, and what to do'],
    anyMessage: 'names what is wrong',
    free: 'No error costs points.',
    more: '[All errors](/errors)',
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
    same: '欄位與 `focus` 相同。',
    errors: '錯誤',
    error: ['HTTP', 'msg', '發生什麼，怎麼辦'],
    anyMessage: '指出哪裡有誤',
    free: '錯誤不扣點。',
    more: '[所有錯誤](/zh/errors)',
  },
} as const;

/** Those that a call to an endpoint can meet, apart from a wrong address. */
const ERROR_NAMES: readonly ErrorName[] = [
  'missingKey',
  'invalidKey',
  'inactiveKey',
  'badRequest',
  'insufficientPoints',
  'tooManyRequests',
  'noData',
];

/** The page of an endpoint: what it answers, a picture of that, then what a caller looks up, and a form to try it. */
export function endpointPage(doc: EndpointDoc, language: Language) {
  const words = WORDS[language];
  const id = idIn(language, doc.page.id);
  const isChinese = language === 'zh';
  const say = (text: string) => (isChinese ? (inChinese(text) ?? text) : text);
  const title = isChinese ? (CHINESE_ENDPOINTS[doc.path]?.summary ?? doc.summary) : doc.summary;
  const answer = exampleAnswer(doc.path, isChinese ? 'zh-TW' : 'en');
  const errors = ERROR_NAMES.map((name) => [
    String(ERRORS[name].status),
    name === 'badRequest' ? words.anyMessage : code(ERRORS[name].msg),
    isChinese ? CHINESE_MEANINGS[name] : ERRORS[name].meaning,
  ]);
  const markdown = [
    `# ${title}`,
    `<div class="endpoint-head">`,
    say(doc.description),
    `<p class="endpoint-line"><span class="method">${doc.method}</span> <code>${doc.path}</code> <EndpointPrice short /></p>`,
    '</div>',
    '<div class="endpoint-body">',
    '<div class="endpoint-main">',
    '<AnswerPicture v-if="$frontmatter.picture" :picture="$frontmatter.picture" />',
    `## ${words.parameters}`,
    doc.parameters.length === 0
      ? words.none
      : table(
          words.parameter,
          doc.parameters.map(({ name, description }) => [code(name), say(description)]),
        ),
    `## ${words.price}`,
    '<EndpointPrice />',
    `## ${words.answer}`,
    ...fieldTable(doc, language),
    `::: details ${words.whole}`,
    fence('json', jsonText(answer)),
    ':::',
    `## ${words.code}`,
    '::: code-group',
    ...endpointSnippets(doc, language).map(({ info, text }) => fence(info, text)),
    ':::',
    `## ${words.errors}`,
    table(words.error, errors),
    `${words.free} ${words.more}`,
    '</div>',
    `<aside class="endpoint-try" id="try-it" aria-label="${words.tryIt}">`,
    '<TryIt :path="$frontmatter.path" :parameters="$frontmatter.parameters" :price="$frontmatter.price" />',
    '</aside>',
    '</div>',
  ].join('\n\n');
  const matter = {
    title,
    description: say(doc.description),
    pageClass: 'endpoint',
    markdown: doc.page.id,
    outline: false,
    aside: false,
    path: doc.path,
    group: doc.group,
    parameters: doc.parameters.map(({ name }) => name),
    price: { base: doc.price.base, kind: doc.price.kind, grows: growsWithRange(doc) },
    picture: answerPicture(language, doc.path),
  };
  return { id, matter, markdown };
}

/** The fields of the answer. What an object shares with one before it, and what many fields share, stands once. */
function fieldTable({ fields }: EndpointDoc, language: Language): string[] {
  const words = WORDS[language];
  const isChinese = language === 'zh';
  const say = (text: string) => (isChinese ? (inChinese(text) ?? text) : text);
  const isRepeated = (name: string) =>
    name.startsWith('prevFocus.') &&
    fields.some((field) => field.name === name.replace('prevFocus.', 'focus.'));
  const listed = fields.filter(({ name }) => !isRepeated(name));
  const rows = listed.map(({ name, type, description, isOptional }) => [
    code(name),
    `${isChinese ? typeInChinese(type) : type}${isOptional ? words.optional : ''}`,
    say(description).replace(RESTRICTED[language], '').trim() +
      (description.endsWith(RESTRICTED.en) ? ' *' : '') +
      (name === 'prevFocus' ? words.same : ''),
  ]);
  const hasRestricted = listed.some(({ description }) => description.endsWith(RESTRICTED.en));
  return [table(words.field, rows), ...(hasRestricted ? [`\\* ${RESTRICTED[language].trim()}`] : [])];
}

/** Whether a call over more days costs more. */
function growsWithRange({ price, parameters }: EndpointDoc): boolean {
  return price.kind === 'per-period' && parameters.some(({ name }) => name === 'start');
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
