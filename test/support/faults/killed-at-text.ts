/** Runs the command with its arguments, and is killed right before it sends a server this text: KILL_AT_TEXT. */
import { Socket } from 'node:net';

const text = String(process.env.KILL_AT_TEXT);
const write = Socket.prototype.write;

// biome-ignore lint/suspicious/noExplicitAny: it takes whatever the original does.
Socket.prototype.write = function writeUnlessKilled(this: Socket, ...args: any[]): boolean {
  if (Buffer.from(args[0]).includes(text)) process.kill(process.pid, 'SIGKILL');
  return write.apply(this, args as Parameters<typeof write>);
} as typeof write;
await import('../../../src/cli/main.ts');
