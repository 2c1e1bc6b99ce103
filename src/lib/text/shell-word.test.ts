/** A name in a suggested command can be pasted into a shell without being interpreted. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { lastShellWord, shellWord } from './shell-word.ts';

test('a word that is pasted into a shell means itself', () => {
  for (const plain of ['acme', 'a-b_c.9', 'shop/orders=1.csv']) assert.equal(shellWord(plain), plain);
  assert.equal(shellWord('it$x'), `'it$x'`);
  for (const text of ['', 'it$x', "it's", '"`id`"', 'a b', '!!', '~', '*', '=ls', 'a\\b', '茶'])
    assert.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' }), text);
  for (const name of ['-', '--', '-a b']) assert.match(lastShellWord(name), /^-- '?-/);
  assert.equal(shellWord('\u001b[2J'), String.raw`'\u001b[2J'`);
});
