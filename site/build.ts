/** Builds the site into site/dist. The argument is noted there: the state of the sources it was built from. */
import { existsSync, globSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writeManifest } from './manifest.ts';

const site = fileURLToPath(new URL('.', import.meta.url));
const dist = join(site, 'dist');
const made = join(site, `.dist-${process.pid}`);
const [sources = ''] = process.argv.slice(2);

// What a build that was broken off has left.
for (const name of globSync('.dist-*', { cwd: site })) rmSync(join(site, name), { recursive: true });

try {
  await build(site, { outDir: made });
  await writeManifest(made, sources);
  putInPlace();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}
// Vite keeps a service of its own running.
process.exit();

/** A server that is running goes from the old site to the new one between two requests. */
function putInPlace(): void {
  const old = join(site, `.dist-${process.pid}-old`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(made, dist);
  rmSync(old, { recursive: true, force: true });
}
