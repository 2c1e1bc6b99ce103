import type { Passage } from './passages.ts';
import { slug } from './slug.ts';
import { termsOf } from './terms.ts';

/** How much more a passage counts whose heading says just what was asked. */
const HEADING_WEIGHT = 3;
/** How much more one counts that was asked for by all its words; a page by its title twice as much. */
const WHOLE_WEIGHT = 10;
/** How much of that counts if the heading says it in other words. */
const IN_OTHER_WORDS = 0.6;

type Headed = Pick<Passage, 'title' | 'heading' | 'otherNames'>;

/** Whoever asks with the words of a heading wants what stands under it. */
export class AskedHeading {
  readonly #asked: readonly { readonly terms: ReadonlySet<string>; readonly weight: number }[];

  readonly #slug: string;

  constructor(query: string, synonyms: readonly string[]) {
    this.#slug = slug(query);
    this.#asked = [
      { terms: new Set(termsOf(query)), weight: 1 },
      ...synonyms.map((says) => ({ terms: new Set(termsOf(says)), weight: IN_OTHER_WORDS })),
    ];
  }

  /** 1 where the heading has none of the words, and the more the fewer words one has that the other has not. */
  weight(passage: Headed): number {
    const { title, heading } = passage;
    const { titleSlug, headingSlug, page, headings } = wordsOfHeadings(passage);
    if (titleSlug === this.#slug && (heading || title) === title) return 2 * WHOLE_WEIGHT;
    if (headingSlug === this.#slug) return WHOLE_WEIGHT;
    let best = 0;
    for (const { terms, weight } of this.#asked) {
      for (const words of headings) {
        const said = shareOf(words, (word) => terms.has(word));
        if (weight * said ** 2 <= best) continue;
        // The title of the page says what its headings are about.
        const answered = shareOf(terms, (term) => words.has(term) || page.has(term));
        best = Math.max(best, weight * said ** 2 * answered);
      }
    }
    return 1 + HEADING_WEIGHT * best;
  }
}

/** How much of something holds; 0 of nothing. */
function shareOf(words: ReadonlySet<string>, holds: (word: string) => boolean): number {
  let count = 0;
  for (const word of words) if (holds(word)) count++;
  return words.size === 0 ? 0 : count / words.size;
}

/** Taken apart once: each question is compared with all of them. */
const known = new WeakMap<Headed, ReturnType<typeof takeApart>>();

function wordsOfHeadings(passage: Headed) {
  const before = known.get(passage);
  if (before) return before;
  const taken = takeApart(passage);
  known.set(passage, taken);
  return taken;
}

function takeApart({ title, heading, otherNames = [] }: Headed) {
  return {
    titleSlug: slug(title),
    headingSlug: slug(heading),
    page: new Set(termsOf(title)),
    headings: [heading || title, ...otherNames].map((text) => new Set(termsOf(text))),
  };
}
