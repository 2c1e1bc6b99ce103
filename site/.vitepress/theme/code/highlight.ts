import type { CodeLanguage } from './samples.ts';

/** A piece of code, and what it is to the eye. */
interface Piece {
  readonly text: string;
  readonly kind: 'plain' | 'comment' | 'string' | 'keyword' | 'number';
}

const STRING = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`(?:[^\`\\]|\\.)*\``;
const KEYWORD = String.raw`\b(?:import|from|const|await|new|for|of|in|curl|print|process)\b|(?<=\s)--?[a-zA-Z][\w-]*`;
const patternOf = (comment: string) =>
  new RegExp(
    `(?<comment>${comment}.*)|(?<string>${STRING})|(?<keyword>${KEYWORD})|(?<number>\\b\\d+\\b)`,
    'g',
  );
const PATTERNS: Readonly<Record<CodeLanguage, RegExp>> = {
  // A `#` inside a shell's address is no comment; none of these has one.
  curl: patternOf('^#'),
  typescript: patternOf('//'),
  python: patternOf('#'),
  javascript: patternOf('(?<!:)//'),
};

/** Enough for the code of a call: no grammar is sent to a browser for it. */
export function highlight(language: CodeLanguage, code: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(PATTERNS[language])) {
    if (index > at) pieces.push({ text: code.slice(at, index), kind: 'plain' });
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as Piece['kind'];
    pieces.push({ text, kind });
    at = index + text.length;
  }
  if (at < code.length) pieces.push({ text: code.slice(at), kind: 'plain' });
  return pieces;
}
