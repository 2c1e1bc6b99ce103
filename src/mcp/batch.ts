import type { ByteText } from '../byte-text.ts';
import { ACCEPTED, type Answer, json, refused } from './answer.ts';
import { type Failure, failure, failureBody, readMessage, shown } from './json-rpc.ts';
import { type Methods, run } from './methods.ts';
import { Result } from './result.ts';
import { claimsVersion } from './stateless.ts';

/** The only revision with batches. */
const BATCH_VERSION = '2025-03-26';

/** One POST must not ask for more than a server gives without a pause. */
const LONGEST_BATCH = 20;
const LARGEST_ANSWER = 128 * 1024;

export function answerBatch(
  methods: Methods,
  items: readonly unknown[],
  version: string,
  client: string,
): Answer {
  if (version !== BATCH_VERSION) {
    return refused(null, invalid(`batches are part of protocol revision ${BATCH_VERSION} only`));
  }
  if (items.length === 0) return refused(null, invalid('the batch is empty'));
  if (items.length > LONGEST_BATCH) {
    return refused(null, invalid(`a batch must have at most ${LONGEST_BATCH} messages`));
  }
  const bodies: ByteText[] = [];
  let size = 0;
  for (const item of items) {
    const body = answerItem(methods, item, client, size > LARGEST_ANSWER);
    if (body === undefined) continue;
    bodies.push(body);
    size += body.length;
  }
  return bodies.length > 0 ? json(`[${bodies.join(',')}]`) : ACCEPTED;
}

function answerItem(methods: Methods, item: unknown, client: string, isFull: boolean): ByteText | undefined {
  const message = readMessage(item);
  if (message.kind === 'invalid') return failureBody(message.id, invalid(message.why));
  if (message.kind !== 'request') return undefined;
  const { id, method, params } = message;
  if (method === 'initialize' || claimsVersion(params)) {
    return failureBody(id, invalid(`${shown(method)} cannot be part of a batch`));
  }
  if (isFull) {
    return failureBody(id, invalid('the answers before it fill this batch; send it as a request of its own'));
  }
  const outcome = run(methods, method, params, client, 200);
  return outcome instanceof Result ? outcome.body(id, 'handshake') : failureBody(id, outcome);
}

function invalid(why: string): Failure {
  return failure('invalidRequest', 400, `Invalid request: ${why}`);
}
