/** Pages of the site carry security headers, and pages for operators stay hidden unless enabled. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { route, startDoor } from '../../../test/support/http/door.ts';
import { ask } from '../../../test/support/http/raw-http.ts';
import { SITE_PATH, Site } from './site.ts';
import type { SiteFile } from './site-manifest.ts';

/** What the operator has set. */
let tokens = new Map<string, string>();

const HTML = {
  type: 'text/html; charset=utf-8',
  isHashed: false,
  isCompressed: false,
  scripts: ['sha256-x'],
};
const page = (name: string, more: Partial<SiteFile> = {}): SiteFile => ({
  ...HTML,
  name,
  etag: name,
  ...more,
});
const FILES: Record<string, SiteFile> = {
  '': page('index.html'),
  points: page('points.html'),
  'api/market/focus': page('focus.html'),
  'zh/': page('zh.html'),
  start: page('start.html', { hasTokens: true }),
  backup: page('backup.html', { isForOperators: true }),
  '404': page('404.html'),
  'assets/app.js': page('app.js', { type: 'text/javascript', isHashed: true, isCompressed: true }),
};

suite('the built site', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mdq-dist-'));
  after(() => rmSync(dir, { recursive: true, force: true }));
  const site = new Site(() => tokens, dir);
  const { url, stop } = await startDoor((routes) =>
    routes.addAllBelow(
      SITE_PATH,
      route(SITE_PATH, (exchange) => site.reply(exchange)),
    ),
  );
  after(stop);
  const get = (path: string, headers = {}, method = 'GET') => ask(url + path, { headers, method });

  function build(): void {
    for (const { name } of Object.values(FILES)) writeFileSync(join(dir, name), name);
    writeFileSync(join(dir, 'start.html'), '@@name?Named {name}|Usual@@.html');
    for (const name of ['app.js.br', 'app.js.gz']) writeFileSync(join(dir, name), name);
    writeFileSync(
      join(dir, 'manifest.json'),
      JSON.stringify({ sources: '', styles: ['sha256-y'], files: FILES }),
    );
  }

  test('is not missed by the API: without a build, its address says how to make one', async () => {
    const home = await get('/developers');
    assert.equal(home.status, 200);
    assert.match(home.text, /npm run site/);
    assert.match(String(home.headers['content-security-policy']), /^default-src 'none'/);
    assert.doesNotMatch(home.text, /style/);
    assert.equal((await get('/developers/points')).status, 404);
  });

  test('is there as soon as it is built', async () => {
    build();
    for (const path of ['/developers', '/developers/', '/developers/?from=mail']) {
      const { status, text, headers } = await get(path);
      assert.deepEqual([status, text], [200, 'index.html']);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.match(String(headers['content-security-policy']), /script-src 'self' 'sha256-x';/);
      assert.match(
        String(headers['content-security-policy']),
        /style-src 'self' 'unsafe-hashes' 'sha256-y';/,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'same-origin');
    }
  });

  test('has what is set in it from then on, under another etag', async () => {
    const usual = await get('/developers/start');
    assert.equal(usual.text, 'Usual.html');
    tokens = new Map([['name', 'A & B']]);
    const named = await get('/developers/start');
    assert.equal(named.text, 'Named A &#38; B.html');
    assert.notEqual(named.headers.etag, usual.headers.etag);
    const known = { 'if-none-match': String(named.headers.etag) };
    assert.equal((await get('/developers/start', known)).status, 304);
  });

  test("has operators' pages only where they are to be shown", async () => {
    assert.equal((await get('/developers/backup')).status, 404);
    assert.equal((await get('/developers/backup.html')).status, 404);
    tokens = new Map([['operators', 'on']]);
    assert.equal((await get('/developers/backup')).status, 200);
  });

  test('is found at its other addresses too, and at those of its former page of all calls', async () => {
    const others = {
      'points.html': 'points',
      'points/': 'points',
      index: '',
      'zh/index': 'zh/',
      'zh-TW': 'zh/',
      'zh-tw/': 'zh/',
      'zh-TW/index.html': 'zh/',
    };
    const reference = {
      'reference?path=%2Fapi%2Fpublic%2Fmarket%2Ffocus': 'api/market/focus',
      'reference?path=/api/public/market/none': 'fields',
      'reference?path=..%2F..%2Fpoints': 'fields',
      'reference.html': 'fields',
      'zh/reference?path=/api/public/market/focus': 'zh/fields',
    };
    for (const [asked, right] of [
      ...Object.entries(others).map(([asked, right]) => [`${asked}?a=1`, `${right}?a=1`] as const),
      ...Object.entries(reference),
    ]) {
      const { status, headers } = await get(`/developers/${asked}`);
      assert.deepEqual([status, headers.location], [301, `/developers/${right}`], asked);
    }
  });

  test('answers any other address with its page for that', async () => {
    for (const asked of ['nothing', 'constructor', '__proto__', '404', 'manifest.json']) {
      const { status, text } = await get(`/developers/${asked}`);
      assert.deepEqual([status, text], [404, '404.html'], asked);
    }
    assert.equal((await get('/developers/..%2f..%2fpackage.json')).status, 400);
  });

  test('is sent compressed to who takes it', async () => {
    const cases = [
      ['br, gzip', 'br', 'app.js.br'],
      ['gzip;q=1.0, br;q=0', 'gzip', 'app.js.gz'],
      ['GZIP', 'gzip', 'app.js.gz'],
      ['deflate', undefined, 'app.js'],
      ['', undefined, 'app.js'],
    ] as const;
    for (const [accepted, encoding, body] of cases) {
      const answer = await get('/developers/assets/app.js', { 'accept-encoding': accepted });
      assert.deepEqual([answer.headers['content-encoding'], answer.text], [encoding, body], accepted);
      assert.equal(answer.headers.vary, 'accept-encoding');
      assert.match(String(answer.headers['cache-control']), /immutable/);
    }
  });

  test('answers HEAD with the headers of GET', async () => {
    const { status, headers } = await get('/developers/points', {}, 'HEAD');
    assert.deepEqual([status, headers['content-length']], [200, '11']);
  });

  test('is not sent again to who has it', async () => {
    const first = await get('/developers/points');
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/developers/points', { 'if-none-match': known });
      assert.deepEqual([again.status, again.text], [304, '']);
    }
  });
});
