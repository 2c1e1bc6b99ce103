import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../database/connection.ts';
import { OutOfRoom } from '../../warehouse-errors.ts';

const SHARE = 1 / 3;
const LOOK_MS = 200;

/** The folder for what is needed while reading: it may take a third of what the disk has free, and no more. */
export class Scratch {
  readonly folder: string;
  /** Bytes. */
  readonly #most: number;

  private constructor(folder: string, most: number) {
    this.folder = folder;
    this.#most = most;
  }

  static async open(folder: string): Promise<Scratch> {
    const { bavail, bsize } = await statfs(folder);
    return new Scratch(folder, Math.floor(bavail * bsize * SHARE));
  }

  /** Bytes that may still be written. */
  async left(): Promise<number> {
    return this.#most - (await sizeOf(this.folder));
  }

  /**
   * Runs work of an engine that writes here. The engine knows the limit for what it puts aside; what queries write, and
   * all of it together, is looked at now and then.
   */
  async watching<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    await connection.limitScratch(this.#most);
    let isOver = false;
    const timer = setInterval(async () => {
      const isFull = (await this.left()) < 0;
      // A look may end after the work has.
      if (isFull && !isOver) connection.stop(new OutOfRoom('disk'));
    }, LOOK_MS);
    try {
      return await work();
    } finally {
      isOver = true;
      clearInterval(timer);
    }
  }
}

/** What is removed meanwhile counts for nothing. */
async function sizeOf(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(found.map((name) => lstat(join(folder, name)).catch(() => undefined)));
  return sizes.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0);
}
