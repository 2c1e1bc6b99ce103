import { CALL_WORDS, type CallWords } from '../words/call-words.ts';
import { provideLocale, type UseLocale, useProvidedLocale } from './use-locale.ts';

/** How pages about a single call speak. They are built before anybody reads them, so figures are written as is usual. */
export const provideCallLocale = (currency: () => string | undefined): UseLocale<CallWords> =>
  provideLocale(CALL_WORDS, currency, () => []);
export const useCallLocale = (): UseLocale<CallWords> => useProvidedLocale<CallWords>();
