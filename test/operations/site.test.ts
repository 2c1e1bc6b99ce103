/** The operator's own site is set by commands, which take nothing that would harm or mislead those who read it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { onlyInTestAll } from '../support/effort.ts';
import { ask } from '../support/http/raw-http.ts';
import { jsonLines } from '../support/json-lines.ts';
import { madePng, SVG_LOGO } from '../support/site/pictures.ts';
import { assertMistake, dataFolderFor, serverFor } from '../support/stores/data-folder.ts';
import { importRows } from '../support/stores/prepare.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

// Without an account: a site can be branded before there is one.
const data = await dataFolderFor({ after });

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(data.path, name);
  await writeFile(path, content);
  return path;
}

async function shown(): Promise<Record<string, string | null>> {
  const rows = await data.succeed('site', 'show', '--json');
  const values = jsonLines<{ name: string; value: string | null }>(rows);
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

test('what is set is shown until it is reset', async () => {
  const values = {
    name: 'Smith & Söhne 市場',
    tagline: 'What Taiwan buys, week by week',
    color: '#a11d33,#ff9aa8',
    contact: 'sales@shop.example',
    terms: 'https://shop.example/terms?lang=en#a',
    imprint: 'mailto:office@shop.example',
    checkout: 'https://pay.example/points?for={account}',
    showcase: 'whole',
  };
  for (const [name, value] of Object.entries(values)) {
    assert.deepEqual(JSON.parse(await data.succeed('site', 'set', name, value, '--json')), { name, value });
  }
  await data.succeed('site', 'set', 'logo', await file('logo.svg', SVG_LOGO));
  await data.succeed('site', 'set', 'icon', await file('icon.png', madePng(16, 16)));
  const { logo, icon, ...texts } = await shown();
  assert.deepEqual(texts, values);
  assert.match(`${logo} ${icon}`, /^image\/svg\+xml \S{22} image\/png \S{22}$/);
  assert.match(await data.succeed('site', 'reset', 'name'), /^Set name back to the default; servers/);
  await data.succeed('site', 'reset', 'logo');
  const after = await shown();
  assert.deepEqual([after.name, after.logo, after.tagline], [null, null, values.tagline]);
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['slogan', 'x', /The name must be one of name, tagline, logo, icon, color, /],
  ['name', '  ', /name must be one line of 1 to 60 characters/],
  ['name', 'x'.repeat(61), /name must be one line/],
  ['name', 'turned\u202eround', /name must be one line/],
  ['color', 'teal', /color must be a colour such as/],
  [
    'color',
    '#ffee00',
    /#ffee00 has a contrast of 1\.20 to 1 on the light ground #ffffff; text needs 4\.5 to 1/,
  ],
  ['color', '#0b6b66,#222222', /#222222 has a contrast of 1\.\d\d to 1 on the dark ground/],
  ['terms', 'http://shop.example/', /terms must be a link that begins with https:\/\/ or mailto:/],
  ['terms', 'javascript:alert(1)', /terms must be a link/],
  ['terms', 'https://shop.example/"onclick="x', /terms must be a link/],
  ['imprint', 'https://bank.example@evil.example/', /imprint must be a link/],
  ['terms', 'https://:password@shop.example/', /terms must be a link/],
  ['contact', 'javascript://x@y/%0aalert(1)', /contact must be a mail address, or a link/],
  ['checkout', 'https://pay.example/points', /checkout must be a link .* has \{account\}/],
  ['checkout', 'https://{account}.example/', /checkout must be a link/],
  ['logo', join(data.path, 'nothing.svg'), /Cannot read .*nothing\.svg: there is no such file/],
  ['logo', data.path, /Cannot read .*: it is a folder/],
  ['logo', '/dev/zero', /zero has 262145 bytes; a picture may have up to 262144/],
];

test('a value that would harm or mislead is refused, and nothing is changed', async () => {
  const before = await shown();
  for (const [name, value, says] of REFUSED) assertMistake(await data.mdq('site', 'set', name, value), says);
  for (const [name, content, says] of [
    ['script.svg', SVG_LOGO.replace('</svg>', '<script>alert(1)</script></svg>'), /it has <script>/],
    ['page.png', '<svg onload=alert(1)>', /must be a PNG, or an SVG that only draws/],
    ['cut.png', madePng(9, 9).subarray(0, 40), /it is cut off/],
  ] as const)
    assertMistake(await data.mdq('site', 'set', 'logo', await file(name, content)), says);
  assert.deepEqual(await shown(), before);
});

test('a showcase is of a category that there is', async () => {
  const early = await data.mdq('site', 'set', 'showcase', 'Garden');
  assert.equal(early.code, 0);
  assert.match(
    early.stderr,
    /No data has been published yet: the showcase is empty until "Garden" is a main/,
  );
  await importRows(data, yearOfOrders());
  await data.succeed('site', 'set', 'showcase', 'Kitchen');
  assertMistake(
    await data.mdq('site', 'set', 'showcase', 'Kitchens'),
    /There is no main category "Kitchens"; there are "Garden", "Kitchen"/,
  );
  assert.equal((await shown()).showcase, 'Kitchen');
});

test("operators' guides are on the site where the setting says so, and for who tries the demo", {
  skip: onlyInTestAll,
}, async (t) => {
  for (const [args, setting, status] of [
    [[], '', 404],
    [[], 'on', 200],
    [['--demo'], '', 200],
    [['--demo', '--processes', '2'], '', 200],
    [['--demo'], 'off', 404],
  ] as const) {
    const server = await serverFor(t, { ...data.env, MDQ_OPERATOR_PAGES: setting }, args);
    const { status: found } = await ask(`${server.url}/developers/operating.md`);
    await server.end('SIGTERM');
    assert.equal(found, status, `${args.join(' ')} ${setting}`);
  }
});
