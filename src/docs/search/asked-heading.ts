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
  weight({ title, heading, otherNames = [] }: Headed): number {
    if (slug(title) === this.#slug && (heading || title) === title) return 2 * WHOLE_WEIGHT;
    if (slug(heading) === this.#slug) return WHOLE_WEIGHT;
    const page = termsOf(title);
    const headings = [heading || title, ...otherNames].map((text) => new Set(termsOf(text)));
    const fits = this.#asked.flatMap(({ terms, weight }) =>
      headings.map((words) => {
        if (words.size === 0 || terms.size === 0) return 0;
        const said = words.intersection(terms).size / words.size;
        // The title of the page says what its headings are about.
        const answered = terms.intersection(new Set([...words, ...page])).size / terms.size;
        return weight * said ** 2 * answered;
      }),
    );
    return 1 + HEADING_WEIGHT * Math.max(0, ...fits);
  }
}
