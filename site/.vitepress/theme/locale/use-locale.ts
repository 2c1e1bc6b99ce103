import { useData, withBase } from 'vitepress';
import { type ComputedRef, computed, inject, provide } from 'vue';
import { idIn, type Language, languageOfTag, linkTo, numberTag } from '../../../languages.ts';
import type { Words } from '../words/words.ts';
import type { Format } from './format.ts';
import { type Locale, localeOf } from './locale.ts';

export interface UseLocale {
  readonly locale: ComputedRef<Locale>;
  readonly words: ComputedRef<Words>;
  readonly format: ComputedRef<Format>;
  readonly language: ComputedRef<Language>;
  /** The address of a page of the site in the language of this one. */
  readonly pageOf: (path: string) => string;
}

const LOCALE = Symbol('locale');

/** For a page that is made in the browser: its parts write figures as this reader does, and amounts in a currency. */
export function provideLocale(currency: () => string | undefined): UseLocale {
  const made = speech(currency, () => navigator.languages);
  provide(LOCALE, made);
  return made;
}

/** How a part of a page speaks. Pages that are made before anybody reads them write figures as is usual. */
export function useLocale(currency?: () => string | undefined): UseLocale {
  const found = inject<UseLocale | undefined>(LOCALE, undefined);
  return found ?? speech(currency ?? (() => undefined), () => []);
}

function speech(currency: () => string | undefined, preferred: () => readonly string[]): UseLocale {
  const { lang } = useData();
  const language = computed(() => languageOfTag(lang.value) ?? 'en');
  const locale = computed(() => localeOf(language.value, numberTag(language.value, preferred()), currency()));
  return {
    locale,
    language,
    words: computed(() => locale.value.words),
    format: computed(() => locale.value.format),
    pageOf: (path) => withBase(linkTo(idIn(language.value, path.slice(1)))),
  };
}
