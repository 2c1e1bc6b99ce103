// Loaded before a program: it is killed once it has committed so often. KILL_AFTER_COMMITS=n
import { DatabaseSync } from 'node:sqlite';

let left = Number(process.env.KILL_AFTER_COMMITS);
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function execUntilKilled(sql) {
  exec.call(this, sql);
  if (sql === 'COMMIT') left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
