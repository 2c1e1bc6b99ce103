import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN = 20;

/** A reporter that ends with the test files that took longest, in seconds: where time can be saved. */
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* slowest(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: [name: string, seconds: number][] = [];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file)
      files.push([relative(process.cwd(), data.file), data.duration_ms / 1000]);
  }
  const first = files.sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const lines = first.map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
  if (lines.length > 0) yield `The slowest test files:\n${lines.join('')}`;
}
