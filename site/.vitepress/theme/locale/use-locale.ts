import { useData, withBase } from 'vitepress';
import { type ComputedRef, computed, inject, provide } from 'vue';
import { idIn, type Language, languageOfTag, linkTo, numberTag } from '../../../languages.ts';
import { WORDS, type Words } from '../words/words.ts';
import type { Format } from './format.ts';
import { type Locale, localeOf } from './locale.ts';

export interface UseLocale<All extends Words = Words> {
  readonly locale: ComputedRef<Locale<All>>;
  readonly words: ComputedRef<All>;
  readonly format: ComputedRef<Format>;
  readonly language: ComputedRef<Language>;
  /** The address of a page of the site in the language of this one. */
  readonly pageOf: (path: string) => string;
}

const LOCALE = Symbol('locale');

/** For a page that is made in the browser: its parts write figures as this reader does, and amounts in a currency. */
export function provideLocale<All extends Words>(
  dictionary: Readonly<Record<Language, All>>,
  currency: () => string | undefined,
  preferred: () => readonly string[] = () => navigator.languages,
): UseLocale<All> {
  const made = speech(dictionary, currency, preferred);
  provide(LOCALE, made);
  return made;
}

/** How a part of a page speaks. Pages that are made before anybody reads them write figures as is usual. */
export function useLocale(currency: () => string | undefined = () => undefined): UseLocale {
  return inject<UseLocale | undefined>(LOCALE, undefined) ?? speech(WORDS, currency, () => []);
}

/** For parts of a page that has provided more words than any page has. */
export function useProvidedLocale<All extends Words>(): UseLocale<All> {
  const found = inject<UseLocale<All>>(LOCALE);
  if (!found) throw new Error('provideLocale has not been called by the page');
  return found;
}

function speech<All extends Words>(
  dictionary: Readonly<Record<Language, All>>,
  currency: () => string | undefined,
  preferred: () => readonly string[],
): UseLocale<All> {
  const { lang } = useData();
  const language = computed(() => languageOfTag(lang.value) ?? 'en');
  const locale = computed(() =>
    localeOf(dictionary, language.value, numberTag(language.value, preferred()), currency()),
  );
  return {
    locale,
    language,
    words: computed(() => locale.value.words),
    format: computed(() => locale.value.format),
    pageOf: (path) => withBase(linkTo(idIn(language.value, path.slice(1)))),
  };
}
