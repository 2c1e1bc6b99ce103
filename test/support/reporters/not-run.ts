import { onlyInTestAll } from '../effort.ts';
import type { ClosingPart } from './closing.ts';

/** The tests that could not run here, each with its reason: nobody scrolls up for them. */
export function notRun(): ClosingPart {
  const lines: string[] = [];
  return {
    note({ type, data }) {
      if (type === 'test:pass' && data.skip && data.skip !== onlyInTestAll)
        lines.push(`  ${data.name}: ${data.skip}\n`);
    },
    text: () => (lines.length > 0 ? `Not run on this machine:\n${lines.join('')}` : ''),
  };
}
