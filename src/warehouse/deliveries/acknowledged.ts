import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../disk/durable-file.ts';
import { codeOf } from '../../errors/stores.ts';

/*
 * Warnings that operators have acknowledged, as a file in the data folder of the machine that imports. It is no part of a
 * backup: what was acknowledged is then reported again.
 */

export interface Acknowledged {
  readonly code: string;
  readonly count: number;
  /** What it said. */
  readonly text: string;
  /** The last day, YYYY-MM-DD in business time; null for good. */
  readonly until: string | null;
  readonly at: string;
  readonly by: string;
}

const pathIn = (dataDir: string) => join(dataDir, 'acknowledged.json');

export async function readAcknowledged(dataDir: string): Promise<Acknowledged[]> {
  try {
    return JSON.parse(await readFile(pathIn(dataDir), 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Acknowledges a warning, in place of what was acknowledged of its code before. */
export async function acknowledge(dataDir: string, added: Acknowledged): Promise<void> {
  const others = (await readAcknowledged(dataDir)).filter(({ code }) => code !== added.code);
  await writeDurably(pathIn(dataDir), [`${JSON.stringify([...others, added], null, 2)}\n`]);
}
