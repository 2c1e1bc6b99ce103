import { relative } from 'node:path';
import type { ClosingPart } from './closing.ts';

const SHOWN = 20;

/** The test files that took longest, in seconds. */
export function slowest(): ClosingPart {
  const files: { name: string; seconds: number }[] = [];
  return {
    note({ type, data }) {
      if (type === 'test:summary' && data.file)
        files.push({ name: data.file, seconds: data.duration_ms / 1000 });
    },
    text() {
      const shown = files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
      const lines = shown.map(
        ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${relative('', name)}\n`,
      );
      return lines.length > 0 ? `The slowest test files:\n${lines.join('')}` : '';
    },
  };
}
