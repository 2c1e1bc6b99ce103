import type { Engine } from '../engine.ts';
import { DuckdbLines } from './duckdb-lines.ts';
import { FilePublications } from './publications.ts';

/**
 * The embedded engine. The lines are in a DuckDB file that one process at a time may write; what is published are
 * files beside it that any number of processes read without the engine.
 */
export function duckdbEngine(dataDir: string, memory: number, tell?: (text: string) => void): Engine {
  const publications = new FilePublications(dataDir);
  return {
    publications,
    // They are on this machine themselves.
    localCopy: publications,
    examine: async () => [],
    lines: new DuckdbLines(dataDir, memory, publications, tell),
    close: async () => undefined,
  };
}
