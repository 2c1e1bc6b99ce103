import type { TestEvent } from 'node:test/reporters';
import { notRun } from './not-run.ts';
import { slowest } from './slowest.ts';

/** A part of what `npm test` ends with: it notes what happens, and has its say at the end. */
export interface ClosingPart {
  note(event: TestEvent): void;
  text(): string;
}

/** What `npm test` ends with, in one reporter: beside that of the results, Node takes no two without a warning. */
// biome-ignore lint/style/noDefaultExport: a reporter is found by its default export
export default async function* closing(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const parts = [notRun(), slowest()];
  for await (const event of events) for (const part of parts) part.note(event);
  for (const part of parts) yield part.text();
}
