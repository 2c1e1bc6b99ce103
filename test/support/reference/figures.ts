/** Every figure that a data folder publishes or a server gives, as the bodies of answers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as endpoints from '../../../src/endpoints/list.ts';
import { Refusal } from '../../../src/errors/callers.ts';
import { makeAnswer } from '../../../src/request/endpoint-product.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { Snapshot } from '../../../src/snapshot/snapshot.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import type { DataFolder } from '../stores/data-folder.ts';
import { someQuestions, urlOf } from './questions.ts';
import { Reference } from './reference.ts';
import type { RawRow } from './reference-lines.ts';

/** What is asked, with what is answered. */
export type Figures = ReadonlyMap<string, string>;

const IN_FLIGHT = 6;
const BY_PATH = new Map(Object.values(endpoints).map((endpoint) => [endpoint.path as string, endpoint]));

/** What is published in a data folder right now, without a server. */
export async function publishedFigures(data: DataFolder, urls: readonly string[]): Promise<Figures> {
  return warehouseFigures(await openWarehouse(readConfig(data.env)), urls);
}

/** What a warehouse publishes right now. */
export async function warehouseFigures(warehouse: Warehouse, urls: readonly string[]): Promise<Figures> {
  const snapshot = Snapshot.of(await warehouse.load(Number(await warehouse.current())));
  return new Map(
    urls.map((url) => {
      const [path = '', query = ''] = url.split('?');
      const endpoint = BY_PATH.get(path);
      assert.ok(endpoint, path);
      const made = makeAnswer(endpoint, snapshot, query);
      assert.ok(!(made instanceof Refusal), url);
      return [url, Buffer.from(made.body, 'latin1').toString()];
    }),
  );
}

/** Fails unless a warehouse publishes what a recomputation from these rows gives. */
export async function assertRecomputed(warehouse: Warehouse, rows: readonly RawRow[]): Promise<void> {
  const reference = new Reference(rows);
  const questions = someQuestions(reference);
  const figures = await warehouseFigures(warehouse, questions.map(urlOf));
  for (const question of questions) {
    const { data } = reference.answer(question.path, question.parameters);
    assert.deepEqual(JSON.parse(figures.get(urlOf(question)) ?? ''), { code: 200, data });
  }
}

/** What a server answers right now. */
export async function servedFigures(base: string, key: string, urls: readonly string[]): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const figures = new Map<string, string>();
  const waiting = [...urls];
  const work = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const { status, body } = await call(base + url, key, agent);
      assert.equal(status, 200, `${url}: ${body}`);
      figures.set(url, body);
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  } finally {
    agent.destroy();
  }
  return figures;
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
