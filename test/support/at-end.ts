import { after } from 'node:test';

type Work = () => Promise<unknown>;

const works: Work[] = [];

// Registered when the file is loaded: inside a test it would run at the end of that test.
after(async () => {
  const failures: unknown[] = [];
  for (const work of works.reverse()) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
});

/** Runs something after all tests of the file, the last registered first, whatever one of them fails with. */
export function atEnd(work: Work): void {
  works.push(work);
}
