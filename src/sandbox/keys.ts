import { DEMO_LANGUAGES, type DemoLanguage, demoLanguage } from '../lib/language.ts';

/** What all keys of the sandbox begin with. None of them has the form of a real one. */
const PREFIX = 'mdk_test_';

/** What each key is answered with, in the order in which they are documented. */
const SANDBOX_OUTCOMES = ['ok', 'nopoints', 'inactive', 'owner', 'limit', 'unknown'] as const;
type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

/** A key that is a public word: what it is answered with, and the language of the names. */
export interface SandboxKey {
  readonly key: string;
  readonly outcome: SandboxOutcome;
  readonly language: DemoLanguage;
}

const ENDINGS: Readonly<Record<DemoLanguage, string>> = { en: '', 'zh-TW': '_zh' };

/** The key for those who read in a language. */
export function sandboxKey(language = 'en', outcome: SandboxOutcome = 'ok'): string {
  return `${PREFIX}${outcome}${ENDINGS[demoLanguage(language)]}`;
}

/** All keys, by their text. */
export const SANDBOX_KEYS: ReadonlyMap<string, SandboxKey> = new Map(
  SANDBOX_OUTCOMES.flatMap((outcome) =>
    DEMO_LANGUAGES.map((language): [string, SandboxKey] => {
      const key = sandboxKey(language, outcome);
      return [key, { key, outcome, language }];
    }),
  ),
);

/** The length of the longest. Real keys are twice as long, so that for them their length decides. */
const LONGEST = Math.max(...[...SANDBOX_KEYS.keys()].map((key) => key.length));

/** Whether a text is a key of the sandbox, and no other. */
export function isSandboxKey(text: string | readonly string[] | undefined): boolean {
  return typeof text === 'string' && text.length <= LONGEST && SANDBOX_KEYS.has(text);
}
