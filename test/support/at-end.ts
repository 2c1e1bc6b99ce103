import { basename, dirname } from 'node:path';
import { after } from 'node:test';

type Work = () => Promise<unknown>;

const ofFile: Work[] = [];
const ofProcess: Work[] = [];

// Registered when this is loaded: inside a test it would be done at the end of that test. Where files share a process,
// that process says when each of them is over (work.ts).
if (basename(dirname(process.argv[1] ?? '')) !== 'workers') after(endProcess);

/** Does something after all tests of the file, the last that was asked for first. */
export function atEnd(work: Work): void {
  ofFile.push(work);
}

/** Does something after all tests of the process, which may be those of many files: for what they share. */
export function atEndOfProcess(work: Work): void {
  ofProcess.push(work);
}

/** The tests of a file are over. */
export function endFile(): Promise<void> {
  return endAll(ofFile);
}

/** All tests of the process are over. */
export async function endProcess(): Promise<void> {
  await endAll([...ofProcess.splice(0), ...ofFile.splice(0)]);
}

/** All are done, whatever one of them fails with. */
async function endAll(works: Work[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works.splice(0).reverse()) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
