export const DEMO_LANGUAGES = ['en', 'zh-TW'] as const;

/** The language that the demo data is in: all of it. */
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number];
