import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECORDED_UNTIL } from '../../site/.vitepress/theme/explorer/recorded/recording.ts';
import type { DemoLanguage } from '../../src/lib/language.ts';

export interface DemoService {
  readonly url: string;
  readonly key: string;
  /** What a command prints as JSON, on the same data. */
  mdq(...args: string[]): unknown;
}

const program = fileURLToPath(new URL('../../mdq', import.meta.url));

/** The real service on demo data that ends on a fixed day, in a language, for as long as the work takes. */
export async function withDemoService(
  language: DemoLanguage,
  work: (service: DemoService) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mdq-demo-service-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  const mdq = (...args: string[]): unknown =>
    JSON.parse(
      execFileSync(program, [...args, '--json'], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  try {
    const { key } = mdq('demo', '--until', RECORDED_UNTIL, '--language', language) as { key: string };
    const server = spawn(program, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(server.stdout, 'data');
      const { url } = JSON.parse(String(line)) as { url: string };
      await work({ url, key, mdq });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
