import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../../node_modules/.cache/debian/', import.meta.url));

/**
 * A program of this machine, or of Debian's package of that name: fetched and unpacked, not installed, so nothing of the
 * machine changes. Fails, by name, where neither is to be had.
 */
export async function debianProgram(name: string): Promise<string> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const own = folders.map((folder) => join(folder, name)).find(existsSync);
  return own ?? inPackage(name) ?? (await unpack(name));
}

function inPackage(name: string): string | undefined {
  return ['usr/bin', 'usr/sbin'].map((folder) => join(cache, name, folder, name)).find(existsSync);
}

async function unpack(name: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    const download = () => run('apt-get', ['download', name], { cwd: folder });
    await download().catch(async () => {
      await run('apt-get', ['update']);
      await download();
    });
    for (const file of await readdir(folder)) await run('dpkg', ['-x', file, '.'], { cwd: folder });
    await rename(folder, join(cache, name));
  } catch (error) {
    throw new Error(`There is no ${name} on this machine, and Debian's could not be fetched`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const program = inPackage(name);
  if (!program) throw new Error(`Debian's package ${name} holds no program of that name`);
  return program;
}
