import { ERRORS } from '../../errors/callers.ts';
import { LANGUAGES, languageOf, say, wordsOf } from '../../words/index.ts';
import type { EndpointDoc, ParameterDoc } from '../endpoint-page.ts';
import type { Audience, Page } from '../pages.ts';
import { SECTION_NAMES } from './section-names.ts';
import { sectionsOf } from './sections.ts';
import { slug } from './slug.ts';
import { PAGE_KEYWORDS } from './synonyms.ts';

/** What is looked through: the parts of the documentation that a search needs, as the site reads them too. */
export interface SearchTexts {
  readonly pages: readonly Page[];
  readonly endpoints: readonly SearchedEndpoint[];
}

type SearchedEndpoint = Pick<EndpointDoc, 'path' | 'description' | 'fields' | 'curl'> & {
  readonly parameters: readonly Pick<ParameterDoc, 'name' | 'description'>[];
  readonly price: Pick<EndpointDoc['price'], 'short'>;
  readonly page: Pick<Page, 'id' | 'audience' | 'url' | 'title'>;
};

/** A part of the documentation that can be found. */
export interface Passage {
  readonly id: string;
  readonly page: string;
  readonly audience: Audience;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Examples: their words count for little. */
  readonly code: string;
  /** What a call costs, where the passage is an endpoint. */
  readonly price?: string;
  /** Other names of the page. */
  readonly names: string;
  /** What else it is called, beside its heading. */
  readonly otherNames?: readonly string[];
  /** How much it counts beside the others; 1 when nothing is said. */
  readonly weight?: number;
}

/** All that is looked through beside English. */
export const WORDS = LANGUAGES.map(wordsOf);

const ALL_SECTION_NAMES = [SECTION_NAMES, ...WORDS.map(({ sectionNames }) => sectionNames ?? {})];

/** How much the beginning of a page counts: it names all that stands below, which says more of it. */
const FIRST_WEIGHT = 0.8;
/** How much an error counts beside a page that explains more than what it means. */
const ERROR_WEIGHT = 0.9;

/** All passages, each with the words by which people look for it. */
export function passagesOf({ pages, endpoints }: SearchTexts): Passage[] {
  return [
    ...pages.flatMap((page) =>
      pagePassages(
        page,
        [PAGE_KEYWORDS[page.id], ...WORDS.map(({ pageKeywords }) => pageKeywords?.[page.id])].join(' '),
      ),
    ),
    ...endpoints.map(endpointPassage),
    ...pages.flatMap(errorPassages),
  ];
}

/** A page cut at its headings. */
function pagePassages(page: Page, names: string): Passage[] {
  return sectionsOf(page.markdown)
    .map(({ heading, slug, text }, index) => {
      const body = text.replace(/^#+ .*\n?/, '');
      const called = ALL_SECTION_NAMES.flatMap((names) => names[`${page.id}#${slug}`] ?? []).join(',');
      return {
        id: `${page.id}#${index}`,
        page: page.id,
        audience: page.audience,
        url: index === 0 ? page.url : `${page.url}#${slug}`,
        title: page.title,
        heading: heading || page.title,
        text: `${index === 0 ? `${page.description}\n` : ''}${body.replace(CODE, '')}`.trim(),
        code: codeIn(body),
        // Said once or in five phrases: a name is a name.
        names: index === 0 ? names : [...new Set(called.split(/[, ]+/))].join(' '),
        otherNames: index === 0 ? [page.id, ...names.split(' ')] : called.split(','),
        weight: index === 0 ? FIRST_WEIGHT : 1,
      };
    })
    .filter((passage) => passage.text !== '' || passage.code !== '');
}

/** The page of an endpoint is short, and the same headings stand on each: it counts as one passage. */
function endpointPassage({
  path,
  description,
  price,
  parameters,
  fields,
  curl,
  page,
}: SearchedEndpoint): Passage {
  const named = WORDS.map(({ endpoints = {} }) => {
    const { summary, keywords } = endpoints[path] ?? {};
    return [summary?.[1], keywords].join(' ');
  });
  return {
    id: page.id,
    page: page.id,
    audience: page.audience,
    url: page.url,
    title: page.title,
    heading: '',
    text: [
      description,
      ...[...parameters, ...fields].map(({ name, description: meaning }) =>
        meaning ? `${name}: ${meaning}` : `${name}.`,
      ),
      priceOf(price),
    ].join('\n'),
    price: priceOf(price),
    code: curl,
    names: [path, ...named, PAGE_KEYWORDS[page.id]].join(' '),
    otherNames: [path, ...WORDS.flatMap(({ endpoints = {} }) => endpoints[path]?.summary?.[1] ?? [])],
  };
}

function priceOf({ short }: SearchedEndpoint['price']): string {
  return `Price: ${short}.`;
}

const CODE = /^```[\s\S]*?^```$/gm;

/** The examples in a text. The figures of an answer are nothing to look for; the message of an error is. */
function codeIn(text: string): string {
  return (text.match(CODE) ?? []).filter((example) => !example.includes('"code": 200')).join('\n');
}

/** The heading that all errors stand under. */
export const ALL_ERRORS = { kind: 'label', key: 'allErrors', english: 'All errors' } as const;

/** Each error as a passage of its own, on the page that lists them: people paste messages. */
function errorPassages({ id, title, url, audience }: Page): Passage[] {
  const language = languageOf(id);
  if (id !== 'errors' && id !== `${wordsOf(language).folder}/errors`) return [];
  const anchor = slug(say(language, ALL_ERRORS));
  return Object.entries(ERRORS).map(([name, { status, code, msg, meaning }]) => ({
    id: `${id}#${name}`,
    page: id,
    audience,
    url: `${url}#${anchor}`,
    title,
    heading: `${status} ${msg}`,
    text: say(language, { kind: 'error', key: name, english: meaning }),
    code,
    names: '',
    weight: ERROR_WEIGHT,
  }));
}
