import { targetOf } from '../../site/.vitepress/theme/call/call.ts';
import { datasetOf } from '../../site/.vitepress/theme/call/dataset.ts';
import {
  RECORDED,
  type RecordedAnswer,
  type RecordingHead,
  recordedQuestions,
} from '../../site/.vitepress/theme/explorer/recorded/recording.ts';
import { type Question, subsQuestion } from '../../site/.vitepress/theme/explorer/state/questions.ts';
import type { DemoLanguage } from '../../src/lib/language.ts';
import type { Asked, Put } from './documents.ts';
import { askPatiently } from './sandbox-service.ts';

export function recordingFile(language: DemoLanguage): string {
  return `site/.vitepress/theme/explorer/recorded/recorded-${language}.ndjson`;
}

/** Asks everything that is recorded; one line each, so that a change shows as the lines it touches. */
export async function record({ url, key }: Asked, language: DemoLanguage): Promise<string> {
  const ask = async (target: string): Promise<RecordedAnswer> => {
    const response = await askPatiently(url + target, {
      headers: { 'x-api-key': key, prefer: 'handling=strict' },
    });
    const { code, data } = (await response.json()) as { code: number; data: unknown };
    if (code !== 200) throw new Error(`${target} was answered with ${code}`);
    return { target, charged: Number(response.headers.get('x-points-charged')), data };
  };
  const { data, prices } = (await ask('/api/account')).data as Pick<RecordingHead, 'data' | 'prices'>;
  // The number of the publication says nothing about the recorded data.
  const head: RecordingHead = { language, data: { ...data, version: 0 }, prices };
  const dataset = datasetOf(data);
  const subs = new Map<string, readonly string[]>();
  for (const category of Object.keys(RECORDED[language])) {
    const { data: list } = await ask(targetOf(subsQuestion(category, dataset)));
    subs.set(category, (list as { subCategories: string[] }).subCategories);
  }
  const lines: (RecordingHead | RecordedAnswer)[] = [head];
  const questions: readonly Question[] = recordedQuestions(language, dataset, (name) => subs.get(name) ?? []);
  for (const question of questions) lines.push(await ask(targetOf(question)));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** What the explorer shows without a key: the answers of the sandbox. */
export async function makeRecording(service: Asked, language: DemoLanguage, put: Put): Promise<void> {
  put(recordingFile(language), await record(service, language));
}
