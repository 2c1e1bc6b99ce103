import { answerData, type Endpoint, parametersOf, suppressedCells } from '../endpoints/endpoint.ts';
import { type Points, pointsFor } from '../endpoints/price.ts';
import { badRequest, Refusal } from '../errors.ts';
import { type DayRange, daysIn, overlap } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Prepared, Product } from './answer.ts';
import { fingerprint, readQuery, readQuestion } from './parameters.ts';
import type { PreparedAnswer } from './prepared-answers.ts';
import { successBody } from './reply.ts';
import type { Call, Service } from './service.ts';

const NO_DATA = new Refusal('noData');
const MAX_POINTS_FORM = badRequest('x-max-points must be a whole number of points, 0 or more');
const IDEMPOTENCY_KEY_FORM = badRequest('Idempotency-Key must have 1 to 255 characters');

/** An endpoint as something to call: its answer out of the newest figures, and what that costs. */
export function endpointProduct(endpoint: Endpoint): Product {
  return {
    path: endpoint.path,
    isFree: false,
    prepare(service, call) {
      const prepared = prepareAnswer(service, endpoint, call);
      return prepared instanceof Refusal ? prepared : withTerms(endpoint, call, prepared);
    },
  };
}

function prepareAnswer(service: Service, endpoint: Endpoint, call: Call): PreparedAnswer | Refusal {
  const snapshot = service.snapshot();
  if (!snapshot) return NO_DATA;
  const kept = service.preparedAnswers.find(snapshot, call.target);
  if (kept) return kept;
  const made = makeAnswer(endpoint, snapshot, call.query, call.isHead);
  if (!(made instanceof Refusal || call.isHead)) service.preparedAnswers.keep(snapshot, call.target, made);
  return made;
}

/** What a query is answered with, and at which price. HEAD needs no body. */
export function makeAnswer(
  endpoint: Endpoint,
  snapshot: Snapshot,
  text: string,
  isHead = false,
): PreparedAnswer | Refusal {
  const query = readQuery(text, parametersOf(endpoint));
  const question = query instanceof Refusal ? query : readQuestion(snapshot, query);
  if (question instanceof Refusal) return question;
  // A HEAD tells nothing of the figures.
  const suppressed = isHead ? undefined : suppressedCells(endpoint, question);
  return {
    body: isHead ? '' : successBody(answerData(endpoint, question)),
    points: pricedAt(endpoint, snapshot, question.range),
    headers: suppressed === undefined ? [] : ['x-suppressed', String(suppressed)],
  };
}

/** Days outside the data are free. */
function pricedAt({ price }: Endpoint, snapshot: Snapshot, range: DayRange): Points {
  // A period without one full week may be longer than the usual: over it, too, a call costs the base.
  const period = Math.max(7 * snapshot.facts.settings.defaultWeeks, daysIn(snapshot.defaultPeriod));
  return pointsFor(price, daysIn(overlap(range, snapshot.coverage)), period);
}

/** Adds what the caller said of paying for it. */
function withTerms(endpoint: Endpoint, call: Call, answer: PreparedAnswer): Prepared | Refusal {
  const { maxPoints, idempotencyKey } = call;
  if (maxPoints === undefined && idempotencyKey === undefined) return answer;
  if (maxPoints !== undefined && !/^\d{1,15}$/.test(maxPoints)) return MAX_POINTS_FORM;
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 255)) {
    return IDEMPOTENCY_KEY_FORM;
  }
  return {
    ...answer,
    maxPoints: maxPoints === undefined ? undefined : Number(maxPoints),
    idempotency:
      idempotencyKey === undefined
        ? undefined
        : { key: idempotencyKey, fingerprint: fingerprint(endpoint, call.query) },
  };
}
