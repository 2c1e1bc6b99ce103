import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECORDED_UNTIL } from '../../site/.vitepress/theme/explorer/recorded/recording.ts';
import type { DemoLanguage } from '../../src/lib/language.ts';

export interface DemoService {
  readonly url: string;
  readonly key: string;
}

const program = fileURLToPath(new URL('../../mdq', import.meta.url));

/**
 * The real service on demo data that ends on a fixed day, in a language, for as long as the work takes. The data may be
 * there already, in a folder for each language.
 */
export async function withDemoService(
  language: DemoLanguage,
  made: string | undefined,
  work: (service: DemoService) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mdq-demo-service-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
  try {
    if (made) cpSync(join(made, `demo-${language}`), dataDir, { recursive: true });
    else {
      const args = ['demo', '--until', RECORDED_UNTIL, '--language', language];
      execFileSync(program, args, { env, stdio: 'ignore' });
    }
    const key = readFileSync(join(dataDir, 'demo.key'), 'utf8').trim();
    const server = spawn(program, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(server.stdout, 'data');
      const { url } = JSON.parse(String(line)) as { url: string };
      await work({ url, key });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
