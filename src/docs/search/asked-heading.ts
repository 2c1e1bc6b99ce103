import { slug } from './slug.ts';
import { termsOf } from './terms.ts';

/** How much more a place counts whose heading says just what was asked. */
const HEADING_WEIGHT = 3;
/** How much more one counts that was asked for by all its words; a page by its title twice as much. */
const WHOLE_WEIGHT = 10;
/** How much of that counts if the heading says it in other words. */
const IN_OTHER_WORDS = 0.6;

export interface Headed {
  readonly title: string;
  readonly heading: string;
  readonly otherNames?: readonly string[];
}

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
  weight(place: Headed): number {
    const { title, heading } = place;
    if (slug(title) === this.#slug && (heading || title) === title) return 2 * WHOLE_WEIGHT;
    if (slug(heading) === this.#slug) return WHOLE_WEIGHT;
    const { page, headings } = wordsOfHeadings(place);
    const fits = this.#asked.flatMap(({ terms, weight }) =>
      headings.map((words) => {
        if (words.size === 0 || terms.size === 0) return 0;
        const said = [...words].filter((word) => terms.has(word)).length / words.size;
        // The title of the page says what its headings are about.
        const isAnswered = (term: string) => words.has(term) || page.has(term);
        const answered = [...terms].filter(isAnswered).length / terms.size;
        return weight * said ** 2 * answered;
      }),
    );
    return 1 + HEADING_WEIGHT * Math.max(0, ...fits);
  }
}

interface HeadingWords {
  readonly page: ReadonlySet<string>;
  readonly headings: readonly ReadonlySet<string>[];
}

/** Taken apart once: each question is compared with all of them. */
const known = new WeakMap<Headed, HeadingWords>();

function wordsOfHeadings(place: Headed): HeadingWords {
  const before = known.get(place);
  if (before) return before;
  const { title, heading, otherNames = [] } = place;
  const headings = [heading || title, ...otherNames].map((text) => new Set(termsOf(text)));
  const taken = { page: new Set(termsOf(title)), headings };
  known.set(place, taken);
  return taken;
}
