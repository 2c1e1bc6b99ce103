/** Documented responses and tables match the service, and links in the documentation resolve. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CODE_LANGUAGES, codeOf } from '../../site/.vitepress/theme/code/samples.ts';
import { createDocs } from '../../src/docs/docs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = globSync('{*.md,guides/**/*.md,decisions/*.md}', { cwd: root });

test('every answer and table in the documentation, and each client, is what the service says today', async () => {
  const check = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/make.ts', '--check'], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  assert.equal(check.code, 0, check.output);
});

test('no sample is charged for another category than the one that it names', () => {
  const docs = createDocs();
  const called = [...docs.endpoints, ...docs.accountRoutes];
  const samples = [
    ...docs.pages.flatMap(({ markdown }) => markdown.match(/^```(?:sh|ts|python)\n[\s\S]*?^```$/gm) ?? []),
    ...called.map(({ curl }) => curl),
    ...called.flatMap(({ path, parameters }) => {
      const asked = [{ path, parameters: parameters.map(({ name, example }) => [name, example] as const) }];
      return CODE_LANGUAGES.map((language) => codeOf(language, asked, { origin: 'http://service' }));
    }),
  ].filter((sample) => /\bcategory["']?[:=]/.test(sample) && !/^\.\/mdq /m.test(sample));
  assert.ok(samples.length > 40, `only ${samples.length} samples name a category`);
  // The one that reads it shows what happens otherwise.
  const lax = samples.filter((sample) => !/strict/i.test(sample) && !/const \{ fallback/.test(sample));
  assert.deepEqual(lax, []);
});

test('no program in the documentation reports made-up figures for want of a key', () => {
  const programs = pages.flatMap(
    (page) => readFileSync(join(root, page), 'utf8').match(/^```(?:ts|python)\n[\s\S]*?^```$/gm) ?? [],
  );
  const reading = programs.filter((program) => program.includes('MDQ_KEY'));
  assert.ok(reading.length >= 10, `only ${reading.length} read the key`);
  for (const program of reading) assert.doesNotMatch(program, /mdk_test/);
});

test('README links every English guide but the first page of the site, and no link leads nowhere', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const guides = pages.filter((page) => dirname(page) === 'guides' && page !== 'guides/index.md');
  assert.deepEqual(
    guides.filter((page) => !readme.includes(`](${page})`)),
    [],
  );
  for (const page of pages)
    for (const [, link = ''] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      const target = join(root, dirname(page), link.split('#', 1)[0] ?? '');
      const isThere = /^(https?:|#)/.test(link) || statSync(target, { throwIfNoEntry: false });
      assert.ok(isThere, `${page} links to ${link}`);
    }
});
