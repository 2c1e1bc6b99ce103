import { readFileSync } from 'node:fs';
import type { Language } from './languages.ts';

const WHAT = {
  en: { title: 'Changelog', description: 'What changed in the API and on this site, newest first.' },
  zh: { title: '變更紀錄', description: 'API 與本站的變更，由新到舊。' },
  operators: { title: 'Changelog', description: 'What changed in the program, newest first.' },
} as const;

/** A part of the changelog as a page: callers read only of what they see, operators of the program. */
export function readChangelog(part: Language | 'operators'): {
  title: string;
  description: string;
  markdown: string;
} {
  const { title, description } = WHAT[part];
  const text = read(part === 'zh' ? '../CHANGELOG.zh-TW.md' : '../CHANGELOG.md');
  if (part === 'zh') return { title, description, markdown: text };
  const [api, program] = [text.indexOf('## The API'), text.indexOf('## The program')];
  const section = part === 'operators' ? text.slice(program) : text.slice(api, program);
  const body = section.replace(/^## .+\n/, '').replaceAll(/^##(#+) /gm, '#$1 ');
  return { title, description, markdown: `# ${title}\n\n${body.trim()}` };
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').trim();
}
