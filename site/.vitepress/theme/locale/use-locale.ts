import { useData, withBase } from 'vitepress';
import { type ComputedRef, computed, inject, provide } from 'vue';
import type { Words } from './en.ts';
import type { Format } from './format.ts';
import { type Language, languageOf, numberTag } from './language.ts';
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

/** Says, for a page, in which language and currency its parts speak. */
export function provideLocale(currency: () => string | undefined): UseLocale {
  const { lang } = useData();
  const language = computed(() => languageOf(lang.value));
  const locale = computed(() =>
    localeOf(language.value, numberTag(language.value, navigator.languages), currency()),
  );
  const made: UseLocale = {
    locale,
    language,
    words: computed(() => locale.value.words),
    format: computed(() => locale.value.format),
    pageOf: (path) => withBase(language.value === 'zh' ? `/zh${path}` : path),
  };
  provide(LOCALE, made);
  return made;
}

export function useLocale(): UseLocale {
  const found = inject<UseLocale>(LOCALE);
  if (!found) throw new Error('provideLocale has not been called by the page');
  return found;
}
