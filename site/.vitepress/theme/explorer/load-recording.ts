import { type Recording, readRecording } from './recording.ts';

/** The recorded answers, fetched once and only when someone looks without a key. */
export async function loadRecording(): Promise<Recording> {
  const { default: text } = await import('./recorded.ndjson?raw');
  return readRecording(text);
}
