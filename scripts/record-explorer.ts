// Records what the explorer shows without a key: the answers of the real service on the demo data of a fixed
// date. With --check it changes nothing and fails when the recording is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { datasetOf } from '../site/.vitepress/theme/call/dataset.ts';
import {
  RECORDED,
  RECORDED_UNTIL,
  type RecordedAnswer,
  type RecordingHead,
  recordedQuestions,
} from '../site/.vitepress/theme/explorer/recorded/recording.ts';
import { type Question, subsQuestion, targetOf } from '../site/.vitepress/theme/explorer/state/questions.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../src/lib/language.ts';
import { withDemoService } from './demo-service.ts';

export function recordingFile(language: DemoLanguage): string {
  return fileURLToPath(
    new URL(`../site/.vitepress/theme/explorer/recorded/recorded-${language}.ndjson`, import.meta.url),
  );
}

/** Asks everything that is recorded; one line each, so that a change shows as the lines it touches. */
export async function record(
  { url, key }: { readonly url: string; readonly key: string },
  language: DemoLanguage,
): Promise<string> {
  const ask = async (target: string): Promise<RecordedAnswer> => {
    const response = await fetch(url + target, { headers: { 'x-api-key': key, prefer: 'handling=strict' } });
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

async function main(isCheck: boolean): Promise<void> {
  for (const language of DEMO_LANGUAGES) {
    const file = recordingFile(language);
    await withDemoService(RECORDED_UNTIL, language, async (service) => {
      const text = await record(service, language);
      const isFresh = existsSync(file) && readFileSync(file, 'utf8') === text;
      if (!isFresh && !isCheck) writeFileSync(file, text);
      const outcome = isFresh ? 'up to date' : isCheck ? 'out of date' : 'recorded again';
      console.log(`${language}: ${outcome}`);
      if (!isFresh && isCheck) {
        console.error('Run "npm run record".');
        process.exitCode = 1;
      }
    });
  }
}

if (import.meta.main) await main(process.argv.includes('--check'));
