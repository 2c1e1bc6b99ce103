/** Everything that callers read is there in Traditional Chinese too. Guides for operators may be in English only. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeText, missingTypes, translationState } from '../../scripts/make/translations.ts';
import { ownPages } from '../../site/pages.ts';
import { createDocs } from '../../src/docs/docs.ts';
import { TOOL_PAGES } from '../../src/docs/tool-pages.ts';
import { LANGUAGES, wordsOf } from '../../src/words/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = createDocs();

test('every guide for callers has a Chinese page, and the other way round', () => {
  const callers = docs.pages.filter(({ audience }) => audience === 'callers');
  const english = callers.filter(({ id }) => !id.startsWith('zh/'));
  const chinese = callers.filter(({ id }) => id.startsWith('zh/'));
  assert.deepEqual(
    english.map(({ id }) => id).sort(),
    chinese.map(({ id }) => id.slice('zh/'.length)).sort(),
  );
});

test('every page that is written for the site alone has a Chinese one', () => {
  const site = join(root, 'site');
  assert.deepEqual(
    globSync('*.md', { cwd: site }).sort(),
    globSync('*.md', { cwd: join(site, 'zh') }).sort(),
  );
});

test('a search in Chinese finds the tools of the site by their Chinese names', () => {
  const own = new Map(ownPages('zh-TW').map((page) => [page.id, page]));
  for (const { id } of TOOL_PAGES) {
    const { title = '', description = '' } = own.get(`zh/${id}`) ?? {};
    for (const text of [title, description]) assert.match(text, /\p{Script=Han}/u, id);
  }
});

for (const language of LANGUAGES.filter((each) => each !== 'en')) {
  test(`every translation was made from the English of today: ${language}`, (t) => {
    const { texts, missing, outOfDate } = translationState(language, docs);
    assert.deepEqual(outOfDate, []);
    const hasGuides = existsSync(join(root, 'guides', wordsOf(language).folder));
    if (hasGuides) assert.ok(missing.length < texts / 20, `${missing.length} of ${texts} texts are missing`);
    // Something new is shown in English until somebody translates it.
    for (const text of [...missing.map(describeText), ...missingTypes(language, docs)])
      t.diagnostic(`not in ${language} yet: ${text}`);
  });
}

test('the changelog for callers has as many entries in Chinese', () => {
  const english = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('## The program')[0] ?? '';
  const chinese = readFileSync(join(root, 'CHANGELOG.zh-TW.md'), 'utf8');
  assert.deepEqual(entries(chinese, /^## /m), entries(english, /^### /m));
});

/** How many entries each release has, newest first. */
function entries(text: string, heading: RegExp): [release: string, count: number][] {
  const releases = text.split(heading).slice(1);
  return releases
    .filter((release) => /^\d{4}-/.test(release))
    .map((release) => [release.split('\n', 1)[0] ?? '', release.match(/^- /gm)?.length ?? 0]);
}

test('no Chinese page has a sentence that was left in English', () => {
  const known = translationState('zh-TW', docs).missing.map(({ english }) => english);
  const left = docs.pages
    .filter(({ id }) => id.startsWith('zh/'))
    .flatMap(({ id, markdown }) => englishIn(proseOf(markdown)).map((text) => ({ id, text })))
    .filter(({ text }) => !known.some((english) => english.includes(text)));
  assert.deepEqual(left, []);
});

/** What is written for people: no code, no addresses. */
function proseOf(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`]*`|\*[^*]+\*|\]\([^)]*\)|https?:\S+/g, '');
}

function englishIn(text: string): string[] {
  return text.match(/[A-Za-z]+(?:[ ,]+[a-z]{2,}){3,}/g) ?? [];
}
