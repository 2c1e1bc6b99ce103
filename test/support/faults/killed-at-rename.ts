/** Runs the command with its arguments, and is killed right before its n-th rename: KILL_AT_RENAME=n. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.KILL_AT_RENAME);
const rename = fs.promises.rename;
fs.promises.rename = async (from, to) => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return rename(from, to);
};
syncBuiltinESMExports();
await import('../../../src/cli/main.ts');
