/** What a client does on one connection of its own. Texts are bytes: each character is one. */
export type Exchange = {
  /** What kind of attack it is. */
  readonly kind: string;
  /** Written one after the other; a request that shows a fault is made shorter by leaving some out. */
  readonly pieces: readonly string[];
  /** Whether the server gets the pieces one by one rather than all at once. */
  readonly isSlow: boolean;
  readonly ending: Ending;
  /** How many answers a client waits for that does not end the connection itself. */
  readonly answers: number;
  /** Which of the answers, counted from 0, have no body whatever they say, for they are to HEAD. */
  readonly heads: readonly number[];
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

export function textOf({ pieces }: Exchange): string {
  return pieces.join('');
}

/** For a person to read: what was sent, shortened in the middle. */
export function describe(exchange: Exchange): string {
  const text = JSON.stringify(textOf(exchange));
  const short = text.length > 1500 ? `${text.slice(0, 1000)}…${text.slice(-400)}` : text;
  return `${exchange.kind}, ${text.length} characters, ends by ${exchange.ending}: ${short}`;
}
