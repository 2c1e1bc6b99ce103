// Records what the explorer shows without a key: the answers of the real service on the demo data of a fixed
// date. With --check it changes nothing and fails when the recording is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  RECORDED_UNTIL,
  type RecordedAnswer,
  type RecordingHead,
  recordedQuestions,
} from '../site/.vitepress/theme/explorer/recording.ts';
import { targetOf } from '../site/.vitepress/theme/explorer/view.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../src/language.ts';
import { withDemoService } from './demo-service.ts';

export function recordingFile(language: DemoLanguage): string {
  return fileURLToPath(
    new URL(`../site/.vitepress/theme/explorer/recorded-${language}.ndjson`, import.meta.url),
  );
}

type Status = Pick<RecordingHead, 'coverage' | 'defaultPeriod'>;

/** Asks everything that is recorded; one line each, so that a change shows as the lines it touches. */
export async function record(
  { url, key }: { readonly url: string; readonly key: string },
  language: DemoLanguage,
  status: Status,
): Promise<string> {
  const headers = { 'x-api-key': key };
  const account = (await (await fetch(`${url}/api/account`, { headers })).json()) as {
    data: Pick<RecordingHead, 'prices'>;
  };
  const { coverage, defaultPeriod } = status;
  const lines: (RecordingHead | RecordedAnswer)[] = [
    { language, until: RECORDED_UNTIL, coverage, defaultPeriod, prices: account.data.prices },
  ];
  for (const question of recordedQuestions({ ...status, language })) {
    const target = targetOf(question);
    const response = await fetch(url + target, { headers });
    const { code, data } = (await response.json()) as { code: number; data: unknown };
    if (code !== 200) throw new Error(`${target} was answered with ${code}`);
    lines.push({ target, charged: Number(response.headers.get('x-points-charged')), data });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function main(isCheck: boolean): Promise<void> {
  for (const language of DEMO_LANGUAGES) {
    const file = recordingFile(language);
    await withDemoService(RECORDED_UNTIL, language, async (service) => {
      const text = await record(service, language, service.mdq('status') as Status);
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
