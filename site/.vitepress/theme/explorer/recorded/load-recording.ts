import type { Language } from '../../../../languages.ts';
import { type Recording, readRecording } from './recording.ts';

const FILES = {
  en: () => import('./recorded-en.ndjson?raw'),
  'zh-TW': () => import('./recorded-zh-TW.ndjson?raw'),
} as const;

/** The recorded answers, fetched only when someone looks without a key or at what is not paid for. */
export async function loadRecording(language: Language): Promise<Recording> {
  const { default: text } = await FILES[language]();
  return readRecording(text);
}
