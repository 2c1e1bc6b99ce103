import { TOOL_WORDS, type ToolWords } from '../words/tool-words.ts';
import type { Locale } from './locale.ts';
import { provideLocale, type UseLocale, useProvidedLocale } from './use-locale.ts';

/** How the explorer and the account page speak. */
export type ToolLocale = Locale<ToolWords>;
export type UseToolLocale = UseLocale<ToolWords>;

export const provideToolLocale = (currency: () => string | undefined): UseToolLocale =>
  provideLocale(TOOL_WORDS, currency);
export const useToolLocale = (): UseToolLocale => useProvidedLocale<ToolWords>();
