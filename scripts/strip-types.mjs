// Writes src/ to dist/ as JavaScript for "npm pack": Node refuses to strip types below node_modules. Types become blanks,
// so lines and columns in stack traces are those of the source.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A module named by its path: in an import, or in the URL of a worker or a child process. */
const MODULE_PATH = /'(\.{1,2}\/[^'\n]*)\.ts'/g;

rmSync(join(root, 'dist'), { recursive: true, force: true });
const files = globSync('**/*.*', { cwd: join(root, 'src') });
for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
  const content = readFileSync(join(root, 'src', file), 'utf8');
  const target = join(root, 'dist', file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    file.endsWith('.ts') ? stripTypeScriptTypes(content).replace(MODULE_PATH, "'$1.js'") : content,
  );
}
