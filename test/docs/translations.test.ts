/** Everything that callers read is there in Traditional Chinese too. Guides for operators may be in English only. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  describeText,
  missingOnSite,
  missingTypes,
  translationState,
} from '../../scripts/make/translations.ts';
import { idIn, LANGUAGES as OF_THE_SITE, plainId } from '../../site/languages.ts';
import { ownPages } from '../../site/pages.ts';
import { createDocs } from '../../src/docs/docs.ts';
import { TOOL_PAGES } from '../../src/docs/tool-pages.ts';
import { LANGUAGES, languageOf } from '../../src/words/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = createDocs();

test('every guide for callers, and every word of the site, is there in Chinese', () => {
  // What a new endpoint is called may come later, as long as its texts do.
  const hasNew = translationState('zh-TW', docs).missing.length > 0;
  const missing = missingOnSite('zh-TW', docs);
  assert.deepEqual(
    missing.filter((gap) => !hasNew || !/^word (names|paths)\./.test(gap)),
    [],
  );
});

test('no page for callers, and none of the site alone, is there in one language only', () => {
  for (const language of OF_THE_SITE) assert.equal(languageOf(idIn(language, 'errors')), language);
  const callers = docs.pages.filter(({ audience }) => audience === 'callers').map(({ id }) => id);
  assert.deepEqual(
    callers.filter((id) => !callers.includes(plainId(id))),
    [],
  );
  const [english, chinese] = ['site', 'site/zh'].map((folder) =>
    globSync('*.md', { cwd: join(root, folder) }),
  );
  assert.deepEqual(english?.sort(), chinese?.sort());
});

test('no Chinese sentence is broken where a browser would show a gap', () => {
  const files = [...globSync('guides/zh/*.md', { cwd: root }), 'CHANGELOG.zh-TW.md'];
  const broken = files.flatMap((file) => {
    const prose = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*$[\s\S]*?^```$/gm, '');
    const gaps =
      prose.match(/.{0,9}[\p{Script=Han}，。；：、」）]\)?\n\[?[\p{Script=Han}「（].{0,9}/gu) ?? [];
    return gaps.map((gap) => `${file}: ${gap}`);
  });
  assert.deepEqual(broken, []);
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
    // Another language grows word by word.
    if (language === 'zh-TW') {
      assert.ok(missing.length < texts / 20, `${missing.length} of ${texts} texts are missing`);
      const types = missingTypes(language, docs);
      // An endpoint that is new may bring a type that no other has.
      assert.ok(types.length < 2, types.join(', '));
    }
    // Something new is shown in English until somebody translates it.
    const gaps = [missing.map(describeText), missingTypes(language, docs), missingOnSite(language, docs)];
    for (const text of gaps.flat()) t.diagnostic(`not in ${language} yet: ${text}`);
  });
}

/** What a release can have, in this order: changes of calls by their kind, then the other areas. */
const GROUPS = ['Added', 'Changed', 'Fixed', 'Clients', 'Documentation', 'Site'];
const IN_CHINESE = ['新增', '變更', '修正', '用戶端', '說明文件', '網站'];

test('the changelog for callers has dated releases, newest first, in groups: the same ones in Chinese', () => {
  // A release stands one heading lower in the file that the program's part is in too.
  const english = releasesOf(docs.changelog.replaceAll(/^##/gm, '#'));
  const dates = english.map(({ date }) => date);
  assert.deepEqual(dates, [...new Set(dates)].sort().reverse());
  for (const { date, groups } of english) {
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    const names = groups.map(({ name }) => name);
    assert.deepEqual(
      names,
      GROUPS.filter((name) => names.includes(name)),
      date,
    );
    assert.ok(
      groups.every(({ count }) => count > 0),
      `${date}: a group without entries`,
    );
  }
  const translated = english.map(({ date, groups }) => ({
    date,
    groups: groups.map(({ name, count }) => ({ name: IN_CHINESE[GROUPS.indexOf(name)], count })),
  }));
  assert.deepEqual(releasesOf(readFileSync(join(root, 'CHANGELOG.zh-TW.md'), 'utf8')), translated);
});

/** Releases by their headings, with how many entries each group has. */
function releasesOf(text: string) {
  const parts = (whole: string, heading: RegExp) => whole.split(heading).slice(1);
  const nameOf = (part: string) => part.split('\n', 1)[0] ?? '';
  return parts(text, /^## /m).map((release) => ({
    date: nameOf(release),
    groups: parts(release, /^### /m).map((group) => ({
      name: nameOf(group),
      count: group.match(/^- /gm)?.length ?? 0,
    })),
  }));
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
