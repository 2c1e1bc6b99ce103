import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { onlyInTestAll } from '../effort.ts';

const SHOWN = 20;

/** What `npm test` ends with: tests that could not run here, each with its reason, and the files that took longest. */
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* closing(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const notRun: string[] = [];
  const files: { name: string; seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.skip && data.skip !== onlyInTestAll)
      notRun.push(`  ${data.name}: ${data.skip}\n`);
    if (type === 'test:summary' && data.file)
      files.push({ name: relative('', data.file), seconds: data.duration_ms / 1000 });
  }
  const slowest = files
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
  if (notRun.length > 0) yield `Not run on this machine:\n${notRun.join('')}`;
  if (slowest.length > 0) yield `The slowest test files:\n${slowest.join('')}`;
}
