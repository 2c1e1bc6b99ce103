import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HANG_MS } from '../until.ts';
import { type Answer, readAnswers } from './answers.ts';

/** What a client does on one connection of its own. Texts are bytes: each character is one. */
export type Exchange = {
  /** What kind of attack it is. */
  readonly kind: string;
  /** Written one after the other, each in a turn of its own. */
  readonly pieces: readonly string[];
  readonly ending: Ending;
  /** How many answers a client waits for that does not end the connection itself. */
  readonly answers: number;
  /** Whether its first answer has no body whatever it says, for it is to HEAD. */
  readonly isHead: boolean;
};

type Ending =
  /** All was sent: waits until it is answered, or the connection is closed. */
  | 'wait'
  /** Says that it will send no more, and reads until the other side says so too. */
  | 'half-close'
  /** Goes away without a word once it has sent all. */
  | 'leave'
  /** Breaks the connection off as soon as the first bytes of an answer arrive. */
  | 'reset';

/** Keys that an attack may use. What is charged to the honest one is answered, whatever comes after it. */
export type Keys = { readonly honest: string; readonly reckless: string };

/** What came of an exchange; `rest` is of an answer that is not complete. */
export type Heard = {
  readonly answers: readonly Answer[];
  readonly rest: string;
  /** `hung`: neither answered nor closed. `refused`: nobody listens any more. */
  readonly end: 'over' | 'hung' | 'refused';
};

/** For a person to read: what was sent, shortened in the middle. */
export function describe({ kind, pieces, ending }: Exchange): string {
  const text = JSON.stringify(pieces.join(''));
  const short = text.length > 1500 ? `${text.slice(0, 1000)}…${text.slice(-400)}` : text;
  return `${kind}, ${text.length} characters, ends by ${ending}: ${short}`;
}

/** Does one exchange on a connection of its own; never fails. */
export function send(port: number, { pieces, ending, answers, isHead }: Exchange): Promise<Heard> {
  return new Promise((resolve) => {
    let bytes = '';
    let end: Heard['end'] = 'refused';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const hang = setTimeout(() => {
      end = 'hung';
      socket.destroy();
    }, HANG_MS);
    const write = async () => {
      for (const [i, piece] of pieces.entries()) {
        if (i > 0) await nextTurn();
        if (socket.destroyed) return;
        socket.write(piece, 'latin1');
      }
      if (ending === 'half-close') socket.end();
      if (ending === 'leave') socket.end(() => socket.destroy());
    };
    socket.on('connect', () => {
      end = 'over';
      void write();
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      bytes += text;
      if (ending === 'reset') socket.resetAndDestroy();
      else if (ending === 'wait' && readAnswers(bytes, isHead).answers.length >= answers) socket.end();
    });
    socket.on('end', () => socket.end());
    // The other side may close while it is still being written to.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(hang);
      resolve({ ...readAnswers(bytes, isHead), end });
    });
  });
}
