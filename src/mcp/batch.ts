import type { ByteText } from '../lib/text/byte-text.ts';
import { ACCEPTED, type Answer, json, refused } from './answer.ts';
import {
  type Failure,
  failure,
  failureBody,
  type Message,
  readMessage,
  shown,
  TOO_MANY,
} from './json-rpc.ts';
import { type Methods, run } from './methods.ts';
import { Result } from './result.ts';
import { claimsVersion } from './stateless.ts';

type Request = Message & { readonly kind: 'request' };

/** The only revision with batches. */
const BATCH_VERSION = '2025-03-26';

/** One POST must not ask for more than a server gives without a pause. */
const MAX_BATCH = 20;
const LARGEST_ANSWER = 128 * 1024;

/** Does a piece of work when it is its turn; undefined where whoever asks has to wait longer than that. */
export type InTurn = <Outcome>(work: () => Outcome) => Promise<Outcome | undefined>;

/** The messages of a batch, or why they are not answered. */
export function openBatch(items: readonly unknown[], version: string): Message[] | Answer {
  if (version !== BATCH_VERSION) {
    return refused(undefined, invalid(`batches are part of protocol revision ${BATCH_VERSION} only`));
  }
  if (items.length === 0) return refused(undefined, invalid('the batch is empty'));
  if (items.length > MAX_BATCH) {
    return refused(undefined, invalid(`a batch must have at most ${MAX_BATCH} messages`));
  }
  return items.map(readMessage);
}

/** Answers them together, each in a turn of its own. */
export async function answerBatch(
  methods: Methods,
  messages: readonly Message[],
  inTurn: InTurn,
): Promise<Answer> {
  const bodies: ByteText[] = [];
  let size = 0;
  for (const message of messages) {
    if (message.kind === 'invalid') bodies.push(failureBody(message.id, invalid(message.why)));
    if (message.kind !== 'request') continue;
    const isFull = size > LARGEST_ANSWER;
    const body =
      (await inTurn(() => answerRequest(methods, message, isFull))) ?? failureBody(message.id, TOO_MANY);
    bodies.push(body);
    size += body.length;
  }
  return bodies.length > 0 ? json(`[${bodies.join(',')}]`) : ACCEPTED;
}

function answerRequest(methods: Methods, { id, method, params }: Request, isFull: boolean): ByteText {
  if (method === 'initialize' || claimsVersion(params)) {
    return failureBody(id, invalid(`${shown(method)} cannot be part of a batch`));
  }
  if (isFull) {
    return failureBody(id, invalid('the answers before it fill this batch; send it as a request of its own'));
  }
  const outcome = run(methods, method, params, 200);
  return outcome instanceof Result ? outcome.body(id) : failureBody(id, outcome);
}

function invalid(why: string): Failure {
  return failure('invalidRequest', 400, `Invalid request: ${why}`);
}
