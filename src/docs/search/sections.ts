import { slug } from './slug.ts';

/** What stands under one heading of a page, the heading included; what comes before the first has none. */
export interface Section {
  readonly heading: string;
  /** How the section is asked for, and its anchor on the site. */
  readonly slug: string;
  readonly level: number;
  readonly text: string;
}

/** A page cut at its headings; a comment in code is no heading. */
export function sectionsOf(markdown: string): Section[] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,3} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts.map(toSection).filter(({ text }) => text !== '');
}

function toSection(lines: readonly string[]): Section {
  const [, marks = '', heading = ''] = /^(#+) (.+)$/.exec(lines[0] ?? '') ?? [];
  return { heading, slug: slug(heading), level: marks.length, text: lines.join('\n').trim() };
}

/** A section with those below it, by its heading or words of it; undefined when none has them. */
export function sectionNamed(sections: readonly Section[], name: string): Section[] | undefined {
  const asked = slug(name);
  if (asked === '') return undefined;
  const exact = sections.findIndex((section) => section.slug === asked);
  const first = exact < 0 ? sections.findIndex((section) => section.slug.includes(asked)) : exact;
  const head = sections[first];
  if (!head) return undefined;
  const next = sections.findIndex(({ level }, index) => index > first && level <= head.level);
  return sections.slice(first, next < 0 ? undefined : next);
}
