import { after } from 'node:test';

const works: (() => Promise<unknown>)[] = [];

// Registered when the file is loaded: inside a test it would be done at the end of that test.
after(async () => {
  for (const work of works.reverse()) await work();
});

/** Does something after all tests of the file, the last that was asked for first. */
export function atEnd(work: () => Promise<unknown>): void {
  works.push(work);
}
