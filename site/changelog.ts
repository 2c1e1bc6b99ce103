import { existsSync, readFileSync } from 'node:fs';
import { formatOf } from './.vitepress/theme/locale/format.ts';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import type { Language } from './languages.ts';

interface Changelog {
  readonly title: string;
  readonly description: string;
  readonly pageClass?: string;
  readonly markdown: string;
}

/** What callers read of: a file of its own in another language, in English a part of the one for everybody. */
export function readChangelog(language: Language): Changelog {
  const words = BUILT_WORDS[language].changelog;
  const translated = `../CHANGELOG.${language}.md`;
  const found = existsSync(new URL(translated, import.meta.url))
    ? { ...words, markdown: read(translated) }
    : partOf(words, '## The API', '## The program');
  return { ...found, pageClass: 'changelog', markdown: dated(summed(leading(found.markdown)), language) };
}

/** What an entry is about, in bold: up to its first colon or sentence, where that is short and more follows. */
function leading(markdown: string): string {
  return markdown.replaceAll(
    /^- ((?:`[^`]+`|[^`:：。.\n]|[.:](?! )){3,60}?)(: |：|\. |。(?=.))/gm,
    '- **$1**$2',
  );
}

/** The day of a release as the language writes it; its address stays. */
function dated(markdown: string, language: Language): string {
  const { day } = formatOf(language, language);
  return markdown.replaceAll(/^## (\d{4}-\d\d-\d\d)$/gm, (_, date: string) => `## ${day(date)} {#${date}}`);
}

/** Below the day of a release, how much there is of each kind. */
function summed(markdown: string): string {
  const [head = '', ...releases] = markdown.split(/^(?=## )/m);
  const withSums = releases.map((release) => {
    const kinds = release.split(/^### /m).slice(1);
    const counts = kinds.map((kind) => {
      const [name = ''] = kind.split('\n');
      return `${name.trim()} ${kind.match(/^- /gm)?.length ?? 0}`;
    });
    return counts.length > 0
      ? release.replace('\n', `\n\n<p class="sums">${counts.join(' · ')}</p>\n`)
      : release;
  });
  return head + withSums.join('');
}

/** What operators read of. */
export function readOperatorChangelog(): Changelog {
  const words = { title: 'Changelog', description: 'What changed in the program, newest first.' };
  return partOf(words, '## The program');
}

function partOf(words: Omit<Changelog, 'markdown'>, from: string, to?: string): Changelog {
  const text = read('../CHANGELOG.md');
  const section = text.slice(text.indexOf(from), to === undefined ? undefined : text.indexOf(to));
  const body = section.replace(/^## .+\n/, '').replaceAll(/^##(#+) /gm, '#$1 ');
  return { ...words, markdown: `# ${words.title}\n\n${body.trim()}` };
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').trim();
}
