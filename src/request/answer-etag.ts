import { hash } from 'node:crypto';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { hashOf, mixed } from '../lib/hash.ts';
import { programVersion } from '../lib/version.ts';

const PROGRAM = programVersion();
/** In characters of base64url: 132 bits. */
const LENGTH = 22;
let latest = { publication: '', prefix: '' };

/**
 * The ETag of an answer is made of the publication, the program and the values used, not of the body, so it is known before
 * the answer is made and free of figures. A short hash of the values is enough: a caller compares answers to one request.
 */
export function answerEtag(endpoint: Endpoint, question: Question, isCsv: boolean): string {
  const { snapshot, range, category, sub, own } = question;
  const { path, level, period } = endpoint;
  let values = hashOf(path, isCsv ? 1 : 0);
  if (level !== 'overall') values = mixed(values, level === 'sub' ? sub.scope : category.scope);
  if (period !== 'none') values = mixed(mixed(values, range.start), range.end);
  if (endpoint.own) values = hashOf(JSON.stringify(own), values);
  return `"${prefixOf(snapshot.facts.publication ?? '')}-${values & 0x7fffffff}"`;
}

/** Cached, as nearly all answers are of the newest publication. */
function prefixOf(publication: string): string {
  if (latest.publication !== publication || !latest.prefix) {
    const prefix = hash('sha256', `${PROGRAM}\n${publication}`, 'base64url').slice(0, LENGTH);
    latest = { publication, prefix };
  }
  return latest.prefix;
}
