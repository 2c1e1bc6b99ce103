import type { DemoLanguage } from '../../../../src/language.ts';
import { type Recording, readRecording } from './recording.ts';

const FILES = {
  en: () => import('./recorded-en.ndjson?raw'),
  'zh-TW': () => import('./recorded-zh-TW.ndjson?raw'),
} as const;

/** The recorded answers, fetched once and only when someone looks without a key. */
export async function loadRecording(language: DemoLanguage): Promise<Recording> {
  const { default: text } = await FILES[language]();
  return readRecording(text);
}
