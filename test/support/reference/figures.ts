/** Every figure that a data folder publishes or a server gives, as the bodies of answers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfig } from '../../../src/settings/config.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import type { DataFolder } from '../stores/data-folder.ts';
import { assertAnswers, bodyOf, publishedSnapshot } from './published-answers.ts';
import { someQuestions } from './questions.ts';
import { Reference } from './reference.ts';
import type { RawRow } from './reference-lines.ts';

/** What is asked, with what is answered. */
export type Figures = ReadonlyMap<string, string>;

/** What is published in a data folder right now, without a server. */
export async function publishedFigures(data: DataFolder, urls: readonly string[]): Promise<Figures> {
  return warehouseFigures(await openWarehouse(readConfig(data.env)), urls);
}

/** What a warehouse publishes right now. */
export async function warehouseFigures(warehouse: Warehouse, urls: readonly string[]): Promise<Figures> {
  const snapshot = await publishedSnapshot(warehouse);
  return new Map(urls.map((url) => [url, bodyOf(snapshot, url)]));
}

/** Fails unless a warehouse publishes what a recomputation from these rows gives. */
export async function assertRecomputed(warehouse: Warehouse, rows: readonly RawRow[]): Promise<void> {
  const reference = new Reference(rows);
  assertAnswers(await publishedSnapshot(warehouse), reference, someQuestions(reference), 'recomputed');
}

/** What a server answers right now. */
export async function servedFigures(base: string, key: string, urls: readonly string[]): Promise<Figures> {
  const figures = new Map<string, string>();
  await callEach(urls, 6, async (url, agent) => {
    const { status, body } = await call(base + url, key, agent);
    assert.equal(status, 200, `${url}: ${body}`);
    figures.set(url, body);
  });
  return figures;
}

/** Works on all of something, some at a time and each with a connection that lasts, the last first. */
export async function callEach<Each>(
  all: readonly Each[],
  inFlight: number,
  work: (each: Each, agent: Agent) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const next = async () => {
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) await work(each, agent);
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, next));
  } finally {
    agent.destroy();
  }
}

type Called = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

export function call(url: string, key: string, agent: Agent): Promise<Called> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      const { statusCode, headers } = response;
      text(response).then((body) => resolve({ status: Number(statusCode), headers, body }), reject);
    });
    sent.on('error', reject);
  });
}

/** How many answers differ, and one that does; undefined when all are the same. */
export function difference(actual: Figures, expected: Figures): string | undefined {
  const wrong = [...actual].filter(([url, body]) => expected.get(url) !== body);
  const [first] = wrong;
  if (!first) return undefined;
  const [url, body] = first;
  return `${wrong.length} of ${actual.size} answers differ, such as ${decodeURIComponent(url)}:\n${body}\nnot ${expected.get(url)}`;
}

export async function publishedVersion(data: Pick<DataFolder, 'path'>): Promise<number> {
  return JSON.parse(await readFile(join(data.path, 'published/current.json'), 'utf8')).version;
}
