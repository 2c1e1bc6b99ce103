import { hash } from 'node:crypto';
import { containsKey } from '../accounts/key.ts';
import { parametersText, withIdempotencyKey } from '../accounts/parameters-text.ts';
import { csvText } from '../endpoints/form/csv.ts';
import type { Days } from '../endpoints/form/days.ts';
import { deprecationHeaders } from '../endpoints/form/deprecation.ts';
import { answerData, type Endpoint, type Question } from '../endpoints/form/endpoint.ts';
import { type Points, pointsFor } from '../endpoints/form/price.ts';
import { suppressionOf } from '../endpoints/form/suppressed.ts';
import { badRequest, Refusal } from '../errors/callers.ts';
import { daysIn, rangeText } from '../lib/calendar.ts';
import { isKnown } from '../lib/etag.ts';
import { MOST_POINTS } from '../lib/points.ts';
import { type ByteText, byteText } from '../lib/text/byte-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Prepared, Product } from './answer.ts';
import type { CachedAnswer } from './answer-cache.ts';
import { answerEtag } from './answer-etag.ts';
import { asksOf } from './may-ask.ts';
import { fingerprint, readQuery } from './parameters.ts';
import { departureHeaders, handlingRefusal, readCall } from './read-call.ts';
import { successBody } from './reply.ts';
import type { Call, Service } from './service.ts';

const CSV_TYPE = 'text/csv; charset=utf-8';
const NO_DATA = new Refusal('noData');
const MAX_POINTS_FORM = badRequest(
  `x-max-points must be a whole number of points from 0 to ${MOST_POINTS}`,
  'invalidHeader',
);
const IDEMPOTENCY_KEY_FORM = new Refusal('invalidHeader');
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** An endpoint as something to call: its answer out of the newest figures, and what that costs. */
export function endpointProduct(endpoint: Endpoint): Product {
  return {
    path: endpoint.path,
    isFree: false,
    takesPrefer: true,
    leastPoints: (service) => service.prices().priceOf(endpoint).base,
    prepare(service, call, limits) {
      const snapshot = service.snapshot();
      if (!snapshot) return NO_DATA;
      // Whether the caller has the answer is known without its body.
      const isConditional = call.ifNoneMatch !== undefined && !call.isHead;
      const answer = cachedOrMade(
        service,
        snapshot,
        endpoint,
        isConditional ? { ...call, isHead: true } : call,
      );
      if (answer instanceof Refusal) return answer;
      const query = () => readQuery(call.query, endpoint.takes);
      const strictly = { endpoint, snapshot, query, limits };
      const refused = handlingRefusal(call.handling, answer.departures, strictly);
      if (refused) return refused;
      const isUnchanged = isKnown(call.ifNoneMatch, answer.etag);
      const whole = isConditional && !isUnchanged ? cachedOrMade(service, snapshot, endpoint, call) : answer;
      if (whole instanceof Refusal) return whole;
      const price = service.prices().priceOf(endpoint);
      const points = whole.isFree ? 0 : pointsFor(price, whole.days, snapshot.periodDays);
      const prepared = withTerms(endpoint, call, whole, points);
      return isUnchanged && !(prepared instanceof Refusal) ? unchanged(answer) : prepared;
    },
  };
}

function cachedOrMade(
  service: Service,
  snapshot: Snapshot,
  endpoint: Endpoint,
  call: Call,
): CachedAnswer | Refusal {
  // What is cached was made for a GET, and says more than a HEAD may.
  const { isHead, isCsv, query } = call;
  const asked = isCsv ? `${CSV_TYPE} ${call.target}` : call.target;
  const cached = isHead ? undefined : service.answerCache.find(snapshot, asked);
  if (cached) return cached;
  const made = makeAnswer(endpoint, snapshot, query, { isHead, isCsv });
  if (!(made instanceof Refusal || isHead)) service.answerCache.add(snapshot, asked, made);
  return made;
}

/** What a query is answered with. HEAD needs no body. */
export function makeAnswer(
  endpoint: Endpoint,
  snapshot: Snapshot,
  text: string,
  { isHead = false, isCsv = false } = {},
): CachedAnswer | Refusal {
  const query = readQuery(text, endpoint.takes);
  if (query instanceof Refusal) return query;
  const reading = readCall(endpoint, snapshot, query);
  if (reading instanceof Refusal) return reading;
  const { question, days, departures } = reading;
  const etag = answerEtag(endpoint, question, isCsv);
  // A HEAD tells nothing of the figures.
  const suppression = isHead ? undefined : suppressionOf(endpoint, question, days);
  // Nobody pays for a range of which nothing is shown. A HEAD has the price without this rule.
  const isUnpaid = suppression?.isWhole === true && endpoint.price.kind === 'per-period';
  const headers = ['x-data-version', String(snapshot.facts.version), 'etag', etag];
  if (days.previous) headers.push('x-compared', rangeText(days.previous));
  if (departures) headers.push(...departureHeaders(departures));
  if (endpoint.deprecated) headers.push(...deprecationHeaders(endpoint.deprecated));
  if (suppression) headers.push('x-suppressed', String(suppression.cells));
  return {
    body: isHead ? '' : bodyOf(endpoint, question, days, isCsv),
    type: isCsv ? CSV_TYPE : undefined,
    headers,
    etag,
    days: daysIn(days.priced),
    isFree: days.isFree || isUnpaid,
    departures,
    asks: asksOf(endpoint, question.category),
    parameters: parametersText(query.given),
  };
}

function bodyOf(endpoint: Endpoint, question: Question, days: Days, isCsv: boolean): ByteText {
  const data = answerData(endpoint, question, days);
  return isCsv ? byteText(csvText(endpoint, data, question.snapshot.isInWeeks)) : successBody(data);
}

/** Adds the price, and what the caller said of paying it. */
function withTerms(
  endpoint: Endpoint,
  call: Call,
  { body, type, headers, asks, parameters }: CachedAnswer,
  points: Points,
): Prepared | Refusal {
  const { maxPoints, idempotencyKey } = call;
  if (maxPoints === undefined && idempotencyKey === undefined)
    return { body, type, headers, asks, parameters, points };
  if (maxPoints !== undefined && !(/^\d+$/.test(maxPoints) && Number(maxPoints) <= MOST_POINTS))
    return MAX_POINTS_FORM;
  // Two headers arrive joined by a comma and a space, which no key has.
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) return IDEMPOTENCY_KEY_FORM;
  const terms = {
    ...{ body, type, headers, asks, parameters, points },
    maxPoints: maxPoints === undefined ? undefined : Number(maxPoints),
  };
  if (idempotencyKey === undefined) return terms;
  const key = storedIdempotencyKey(idempotencyKey);
  return {
    ...terms,
    parameters: withIdempotencyKey(parameters, key),
    idempotency: { key, fingerprint: fingerprint(endpoint, call.query) },
  };
}

/** Costs nothing, so it is neither logged as usage nor tied to an idempotency key. */
function unchanged({ headers, asks }: CachedAnswer): Prepared {
  return { status: 304, points: 0, body: '', headers, asks };
}

/** An API key that somebody sends as this one is not stored as it is. */
function storedIdempotencyKey(text: string): string {
  return containsKey(text) ? hash('sha256', text, 'base64url') : text;
}
