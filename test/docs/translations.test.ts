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

test('a language has the same folder in the documentation and on the site', () => {
  for (const language of OF_THE_SITE) assert.equal(languageOf(idIn(language, 'errors')), language);
});

test('no guide for callers is there in another language alone', () => {
  const callers = docs.pages.filter(({ audience }) => audience === 'callers').map(({ id }) => id);
  const alone = callers.filter((id) => !callers.includes(plainId(id)));
  assert.deepEqual(alone, []);
});

test('every page that is written for the site alone has a Chinese one', () => {
  const site = join(root, 'site');
  assert.deepEqual(
    globSync('*.md', { cwd: site }).sort(),
    globSync('*.md', { cwd: join(site, 'zh') }).sort(),
  );
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
const GROUPS = {
  english: ['Added', 'Changed', 'Fixed', 'Clients', 'Documentation', 'Site'],
  chinese: ['新增', '變更', '修正', '用戶端', '說明文件', '網站'],
};

test('the changelog for callers has dated releases, newest first, in groups', () => {
  const releases = changelogs().english;
  const dates = releases.map(({ date }) => date);
  assert.deepEqual(dates, [...new Set(dates)].sort().reverse());
  for (const { date, groups } of releases) {
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    const names = groups.map(({ name }) => name);
    assert.deepEqual(
      names,
      GROUPS.english.filter((name) => names.includes(name)),
      date,
    );
    for (const { name, count } of groups) assert.ok(count > 0, `${date}: nothing under ${name}`);
  }
});

test('the changelog for callers has the same groups with as many entries in Chinese', () => {
  const { english, chinese } = changelogs();
  const translated = english.map(({ date, groups }) => ({
    date,
    groups: groups.map(({ name, count }) => ({
      name: GROUPS.chinese[GROUPS.english.indexOf(name)],
      count,
    })),
  }));
  assert.deepEqual(chinese, translated);
});

function changelogs() {
  const chinese = readFileSync(join(root, 'CHANGELOG.zh-TW.md'), 'utf8');
  // A release stands one heading lower in the file that the program's part is in too.
  return { english: releasesOf(docs.changelog.replaceAll(/^##/gm, '#')), chinese: releasesOf(chinese) };
}

function releasesOf(text: string) {
  const parts = (whole: string, heading: RegExp) =>
    whole
      .split(heading)
      .slice(1)
      .map((part) => ({ name: part.split('\n', 1)[0] ?? '', part }));
  return parts(text, /^## /m).map(({ name: date, part }) => ({
    date,
    groups: parts(part, /^### /m).map((group) => ({
      name: group.name,
      count: group.part.match(/^- /gm)?.length ?? 0,
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
