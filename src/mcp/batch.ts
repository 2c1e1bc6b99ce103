import { ACCEPTED, type Answer, json, refused } from './answer.ts';
import { type ByteText, type Failure, failure, failureBody, readMessage, shown } from './json-rpc.ts';
import { type Methods, run } from './methods.ts';
import { Result } from './result.ts';
import { claimsVersion } from './stateless.ts';

/** The only revision with batches. */
const BATCH_VERSION = '2025-03-26';

/** One POST must not ask for more than a server gives without a pause. */
const LONGEST_BATCH = 20;

export function answerBatch(methods: Methods, items: readonly unknown[], version: string): Answer {
  if (version !== BATCH_VERSION) {
    return refused(null, invalid(`batches are part of protocol revision ${BATCH_VERSION} only`));
  }
  if (items.length === 0) return refused(null, invalid('the batch is empty'));
  if (items.length > LONGEST_BATCH) {
    return refused(null, invalid(`a batch takes up to ${LONGEST_BATCH} messages`));
  }
  const bodies = items.map((item) => answerItem(methods, item)).filter((body) => body !== undefined);
  return bodies.length > 0 ? json(`[${bodies.join(',')}]`) : ACCEPTED;
}

function answerItem(methods: Methods, item: unknown): ByteText | undefined {
  const message = readMessage(item);
  if (message.kind === 'invalid') return failureBody(message.id, invalid(message.why));
  if (message.kind !== 'request') return undefined;
  const { id, method, params } = message;
  if (method === 'initialize' || claimsVersion(params)) {
    return failureBody(id, invalid(`${shown(method)} cannot be part of a batch`));
  }
  const outcome = run(methods, method, params, 200);
  return outcome instanceof Result ? outcome.body(id, 'handshake') : failureBody(id, outcome);
}

function invalid(why: string): Failure {
  return failure('invalidRequest', 400, `Invalid request: ${why}`);
}
