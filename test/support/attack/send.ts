import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HANG_MS } from '../until.ts';
import { readAnswers } from './answers.ts';
import { type Exchange, textOf } from './exchange.ts';

/** What came of an exchange. */
export type Heard = {
  readonly exchange: Exchange;
  /** All that was received. */
  readonly bytes: string;
  /** `hung`: neither answered nor closed. `refused`: nobody listens any more. */
  readonly end: 'over' | 'hung' | 'refused';
};

/** Does one exchange on a connection of its own; never fails. */
export function send(port: number, exchange: Exchange, hangMs = HANG_MS): Promise<Heard> {
  const { ending, answers, heads } = exchange;
  return new Promise((resolve) => {
    let bytes = '';
    let isConnected = false;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const hang = setTimeout(() => {
      finish('hung');
      socket.destroy();
    }, hangMs);
    const finish = (end: Heard['end']) => {
      clearTimeout(hang);
      resolve({ exchange, bytes, end });
    };
    socket.on('connect', () => {
      isConnected = true;
      void write(socket, exchange);
    });
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      bytes += text;
      if (ending === 'reset') socket.resetAndDestroy();
      else if (ending === 'wait' && readAnswers(bytes, heads).answers.length >= answers) socket.end();
    });
    socket.on('end', () => socket.end());
    // The other side may close while it is still being written to.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(isConnected ? 'over' : 'refused'));
  });
}

async function write(socket: Socket, exchange: Exchange): Promise<void> {
  const { pieces, isSlow, ending } = exchange;
  for (const piece of isSlow ? pieces : [textOf(exchange)]) {
    if (socket.destroyed) return;
    socket.write(piece, 'latin1');
    if (isSlow) await nextTurn();
  }
  if (ending === 'half-close') socket.end();
  if (ending === 'leave') socket.end(() => socket.destroy());
}
