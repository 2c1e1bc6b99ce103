import { hash } from 'node:crypto';
import type { Endpoint, Question } from '../endpoints/form/endpoint.ts';
import { programVersion } from '../lib/version.ts';

const PROGRAM = programVersion();
/** In characters of base64url: 132 bits. */
const LENGTH = 22;

/**
 * The ETag of an answer: a hash of the publication, the program and the values used, not of the body, so it is known before
 * the answer is made and free of figures.
 */
export function answerEtag(endpoint: Endpoint, question: Question, isCsv: boolean): string {
  const { snapshot, range, category, sub, own } = question;
  const { path, level, period } = endpoint;
  const names = level === 'overall' ? '' : `${category.name}\n${level === 'sub' ? sub.name : ''}`;
  const days = period === 'none' ? '' : `${range.start} ${range.end}`;
  const values = endpoint.own ? JSON.stringify(own) : '';
  const format = isCsv ? 'csv' : 'json';
  const text = `${PROGRAM}\n${snapshot.facts.publication}\n${format} ${path}\n${days}\n${names}\n${values}`;
  return `"${hash('sha256', text, 'base64url').slice(0, LENGTH)}"`;
}
