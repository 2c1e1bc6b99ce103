/** A pattern that backtracks lets a few kilobytes of a header hold up every other call. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
/** What reads bytes that a stranger sends. */
const EXPOSED = [
  ...['http', 'request', 'mcp', 'accounts', 'docs', 'words', 'endpoints', 'snapshot'].map(
    (folder) => `${folder}/**/*.ts`,
  ),
  'csv.ts',
];

function patternsIn(file: string): { text: string; line: number }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: { text: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      found.push({ text: node.text, line: source.getLineAndCharacterOfPosition(node.pos).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether matching can take more than a number of steps in proportion to the text. */
function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  return reports.length > 0;
}

test('no pattern that meets what a caller sends can backtrack', () => {
  const slow = EXPOSED.flatMap((files) => globSync(files, { cwd: src }))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => patternsIn(join(src, file)).map((pattern) => ({ file, ...pattern })))
    .filter(({ text }) => isSlow(text))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);
  assert.deepEqual(slow, []);
});
