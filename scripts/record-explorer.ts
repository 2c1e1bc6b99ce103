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
import { withDemoService } from './demo-service.ts';

export const RECORDING = fileURLToPath(
  new URL('../site/.vitepress/theme/explorer/recorded.ndjson', import.meta.url),
);

type Status = Pick<RecordingHead, 'coverage' | 'defaultPeriod'>;

/** Asks everything that is recorded; one line each, so that a change shows as the lines it touches. */
export async function record(url: string, key: string, status: Status): Promise<string> {
  const headers = { 'x-api-key': key };
  const account = (await (await fetch(`${url}/api/account`, { headers })).json()) as {
    data: Pick<RecordingHead, 'prices'>;
  };
  const { coverage, defaultPeriod } = status;
  const lines: (RecordingHead | RecordedAnswer)[] = [
    { until: RECORDED_UNTIL, coverage, defaultPeriod, prices: account.data.prices },
  ];
  for (const question of recordedQuestions(status)) {
    const target = targetOf(question);
    const response = await fetch(url + target, { headers });
    const { code, data } = (await response.json()) as { code: number; data: unknown };
    if (code !== 200) throw new Error(`${target} was answered with ${code}`);
    lines.push({ target, charged: Number(response.headers.get('x-points-charged')), data });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function main(isCheck: boolean): Promise<void> {
  await withDemoService(RECORDED_UNTIL, async ({ url, key, mdq }) => {
    const text = await record(url, key, mdq('status') as Status);
    const isFresh = existsSync(RECORDING) && readFileSync(RECORDING, 'utf8') === text;
    if (!isFresh && !isCheck) writeFileSync(RECORDING, text);
    console.log(isFresh ? 'The recording is up to date.' : isCheck ? 'Out of date.' : 'Recorded anew.');
    if (!isFresh && isCheck) {
      console.error('Run "npm run record".');
      process.exitCode = 1;
    }
  });
}

if (import.meta.main) await main(process.argv.includes('--check'));
