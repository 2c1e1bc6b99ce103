import type { TestEvent } from 'node:test/reporters';

/** A reporter that ends with the tests that could not run here, each with its reason: nobody scrolls up for them. */
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* notRun(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const lines: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.skip) lines.push(`  ${data.name}: ${data.skip}\n`);
  }
  if (lines.length > 0) yield `Not run on this machine:\n${lines.join('')}`;
}
