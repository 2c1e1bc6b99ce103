import type { Settlement } from '../accounts/accounts.ts';
import { answerData, type Endpoint, type Points, parametersOf } from '../endpoints/endpoint.ts';
import { ApiError } from '../errors.ts';
import { readKey, receipt, settle, tooManyRequests } from './authenticate.ts';
import { failure, type Reply, successBody } from './envelope.ts';
import { badRequest, fingerprint, readQuery, readQuestion } from './parameters.ts';
import { priceOf } from './price.ts';
import type { Call, Service } from './service.ts';

/** An answer that is ready to be sent once it is paid. */
interface Offer {
  readonly body: string;
  readonly points: Points;
  readonly maxPoints?: Points | undefined;
  readonly idempotency?: Settlement['idempotency'];
}

/**
 * Answers a call of a paid endpoint. The answer is complete before it is charged and cannot fail after it,
 * so there is never anything to refund.
 */
export async function answer(service: Service, endpoint: Endpoint, call: Call): Promise<Reply> {
  const keyHash = readKey(call);
  const left = service.rateLimit.take(keyHash);
  const limit = service.rateLimit.headers(left);
  // Key and owner come first in the order of checks, so what is wrong with the rest waits for them.
  const offer = orError(() => prepare(service, endpoint, call, left));
  if (offer instanceof ApiError) {
    const { balance } = await settle(service, keyHash, call, endpoint.path, 0);
    return failure(offer, receipt(0, balance, limit));
  }
  const points = call.isHead ? 0 : offer.points;
  const outcome = await settle(service, keyHash, call, endpoint.path, points, offer);
  const { balance } = outcome;
  switch (outcome.kind) {
    case 'settled':
      return { status: 200, body: offer.body, headers: receipt(outcome.charged, balance, limit) };
    case 'insufficient':
      return failure(
        new ApiError('insufficientPoints', {
          data: { balance, required: outcome.required },
        }),
        receipt(0, balance, limit),
      );
    case 'idempotency-mismatch':
      return failure(
        badRequest('Idempotency-Key was used for another path or other parameters; it takes a new value'),
        receipt(0, balance, limit),
      );
  }
}

function prepare(service: Service, endpoint: Endpoint, call: Call, left: number): Offer {
  if (left < 0) throw tooManyRequests();
  const snapshot = service.snapshot();
  if (!snapshot) throw new ApiError('noData');
  const query = readQuery(call.query, parametersOf(endpoint));
  const question = readQuestion(snapshot, query);
  return {
    body: successBody(answerData(endpoint, question)),
    points: priceOf(endpoint.price, snapshot, question.range),
    maxPoints: readMaxPoints(call.maxPoints),
    idempotency: readIdempotency(call.idempotencyKey, () => fingerprint(endpoint, query)),
  };
}

function readMaxPoints(text: string | undefined): Points | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badRequest('x-max-points takes a whole number of points, 0 or more');
  return Number(text);
}

function readIdempotency(key: string | undefined, asked: () => string): Offer['idempotency'] {
  if (key === undefined) return undefined;
  if (key === '' || key.length > 255) throw badRequest('Idempotency-Key takes 1 to 255 characters');
  return { key, fingerprint: asked() };
}

/** The value, or the ApiError that stands in its way. */
function orError<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
