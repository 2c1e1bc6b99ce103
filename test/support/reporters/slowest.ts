import type { ClosingPart } from './closing.ts';

const SHOWN = 20;

/** The test files that took longest, in seconds: where time can be saved. Each is a test of the process that ran it (work.ts). */
export function slowest(): ClosingPart {
  const files: { name: string; seconds: number }[] = [];
  return {
    note({ type, data }) {
      if ((type === 'test:pass' || type === 'test:fail') && data.name.endsWith('.test.ts'))
        files.push({ name: data.name, seconds: data.details.duration_ms / 1000 });
    },
    text() {
      const shown = files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
      const lines = shown.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}\n`);
      return lines.length > 0 ? `The slowest test files:\n${lines.join('')}` : '';
    },
  };
}
