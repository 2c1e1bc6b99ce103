import { existsSync, readFileSync } from 'node:fs';
import { BUILT_WORDS } from './.vitepress/theme/words/built.ts';
import type { Language } from './languages.ts';

interface Changelog {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

/** What callers read of: a file of its own in another language, in English a part of the one for everybody. */
export function readChangelog(language: Language): Changelog {
  const words = BUILT_WORDS[language].changelog;
  const translated = `../CHANGELOG.${language}.md`;
  if (existsSync(new URL(translated, import.meta.url))) return { ...words, markdown: read(translated) };
  return partOf(words, '## The API', '## The program');
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
