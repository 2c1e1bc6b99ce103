import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../mdq', import.meta.url));
const MOST_TRIES = 5;

/** The real service, without data of its own, for as long as the work takes: examples are answers of its sandbox. */
export async function withSandbox(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mdq-make-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', MDQ_SANDBOX_RATE: '0' };
  const server = spawn(program, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(server.stdout, 'data');
    const { url } = JSON.parse(String(line)) as { url: string };
    await work(url);
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Asks until it is not told to wait: an example is not what a busy machine says. What stays so is said. */
export async function askUntilServed(url: string, options: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, options);
    const wait = response.headers.get('retry-after');
    if (wait === null) return response;
    const answer = await response.text();
    if (tries === MOST_TRIES) throw new Error(`${url} still answers: ${answer}`);
    await sleep(1000 * Number(wait));
  }
}
