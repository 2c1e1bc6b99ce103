import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts } from '../accounts/accounts.ts';
import { hashKey, isKeyForm } from '../accounts/key.ts';
import { writeDurably } from '../disk/durable-file.ts';
import type { Config } from '../settings/config.ts';

/** The demo key, while it is good: it alone is kept, so that every start can show it. */
export async function readDemoKey(config: Config, accounts: Accounts): Promise<string | undefined> {
  const key = await readFile(keyFile(config), 'utf8').catch(() => '');
  if (!isKeyForm(key.trim())) return undefined;
  const look = { keyHash: hashKey(key.trim()), points: 0, path: '', requestId: '', at: Date.now(), day: 0 };
  const [outcome] = await accounts.settle([look]);
  return outcome?.kind === 'settled' ? key.trim() : undefined;
}

export async function keepDemoKey(config: Config, key: string): Promise<void> {
  // With the accounts elsewhere, nothing has made the folder yet.
  await mkdir(config.dataDir, { recursive: true });
  await writeDurably(keyFile(config), [`${key}\n`]);
}

function keyFile(config: Config): string {
  return join(config.dataDir, 'demo.key');
}
