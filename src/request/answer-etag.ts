import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { programVersion } from '../lib/version.ts';

const PROGRAM = programVersion();
/** In characters of base64url: 132 bits. */
const LENGTH = 22;
let latest = { publication: '', prefix: '' };

/**
 * The ETag of an answer is made of the publication, the program and the values used, not of the body, so it is known before
 * the answer is made and free of figures. A checksum of the values is enough: a caller compares answers to one request.
 */
export function answerEtag(endpoint: Endpoint, question: Question, isCsv: boolean): string {
  const { snapshot, range, category, sub, own } = question;
  const { path, level, period } = endpoint;
  const names = level === 'overall' ? '' : `${category.name}\n${level === 'sub' ? sub.name : ''}`;
  const days = period === 'none' ? '' : `${range.start} ${range.end}`;
  const values = endpoint.own ? JSON.stringify(own) : '';
  const text = `${isCsv ? 'csv' : 'json'} ${path}\n${days}\n${names}\n${values}`;
  return `"${prefixOf(snapshot.facts.publication ?? '')}-${crc32(text).toString(36)}"`;
}

/** Cached, as nearly all answers are of the newest publication. */
function prefixOf(publication: string): string {
  if (latest.publication !== publication || !latest.prefix) {
    const prefix = hash('sha256', `${PROGRAM}\n${publication}`, 'base64url').slice(0, LENGTH);
    latest = { publication, prefix };
  }
  return latest.prefix;
}
