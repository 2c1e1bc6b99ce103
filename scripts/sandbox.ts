// Makes the figures of the sandbox: those of the demo shop until a fixed day, once, and what they are called in other
// languages. The argument is noted beside them: the state of the sources that they were made from.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync } from 'node:zlib';
import { audienceMethods } from '../src/demo/payments.ts';
import { renamed } from '../src/demo/renamed.ts';
import { DEMO_LANGUAGES } from '../src/lib/language.ts';
import {
  type MarketFacts,
  type MarketNames,
  namesFile,
  SANDBOX_DIR,
  TABLES_FILE,
} from '../src/sandbox/market.ts';
import { encodeTables, readTables } from '../src/warehouse/versions/snapshot-file.ts';

const UNTIL = '2026-06-07';
const COMPRESSION = 9;

const program = fileURLToPath(new URL('../mdq', import.meta.url));
const [sources = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'mdq-sandbox-'));
const made = join(SANDBOX_DIR, `../.dist-sandbox-${process.pid}`);
try {
  // Nothing of the settings of whoever builds it is in it.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { DATA_DIR: dataDir, PATH, ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) };
  execFileSync(program, ['demo', '--until', UNTIL], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const file = await open(join(dataDir, 'published/v1.snapshot'));
  const published = await readTables(file).finally(() => file.close());
  // When and from which file it was made is nobody's concern.
  const publishedAt = `${UNTIL}T23:59:59.000Z`;
  const facts: MarketFacts = { ...published.facts, publishedAt, publication: sources, imports: [], sources };
  const tables = Buffer.concat(encodeTables({ ...published, facts }));
  mkdirSync(made);
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION };
  writeFileSync(join(made, TABLES_FILE), zstdCompressSync(tables, { params }));
  for (const language of DEMO_LANGUAGES.filter((each) => each !== 'en')) {
    const names: MarketNames = {
      ...renamed(published, language),
      audienceMethods: audienceMethods(language),
      sources,
    };
    writeFileSync(join(made, namesFile(language)), JSON.stringify(names));
  }
  writeFileSync(join(made, 'manifest.json'), JSON.stringify({ sources }));
  rmSync(SANDBOX_DIR, { recursive: true, force: true });
  renameSync(made, SANDBOX_DIR);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(made, { recursive: true, force: true });
}
