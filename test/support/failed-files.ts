import type { TestEvent } from 'node:test/reporters';

/** A reporter of the files that have a test that failed, a line each. */
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file || files.has(data.file)) continue;
    files.add(data.file);
    yield `${data.file}\n`;
  }
}
