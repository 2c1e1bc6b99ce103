export const DEMO_LANGUAGES = ['en', 'zh-TW'] as const;

/** The language that the demo data is in: all of it. */
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number];

/** The demo data for readers of a language: in English where there is none in it. */
export function demoLanguage(language: string): DemoLanguage {
  return DEMO_LANGUAGES.find((each) => each === language) ?? 'en';
}
