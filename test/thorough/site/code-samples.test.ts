/** The code that pages show, run as it is pasted: it asks for exactly what was filled in, and runs nothing else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Asked } from '../../../site/.vitepress/theme/call/call.ts';
import { CODE_LANGUAGES, type CodeLanguage, codeOf } from '../../../site/.vitepress/theme/code/samples.ts';

const run = promisify(execFile);
const CLIENT = new URL('../../../client/', import.meta.url);

/** What means something in one of the four languages. */
const ODD = [
  `'-eval("globalThis.pwned=1")-'`,
  `"; print(open('/etc/passwd')) #`,
  `$(touch pwned) \`touch pwned\` $HOME $\{HOME} $\{query}`,
  'back\\slash \\" \\\' \\n \\u0041 \\',
  'two\nlines\r\nand\ttab',
  "it's 100% & more = ? # + / [a-b] {c,d} @e",
  '冷氣 \u2028 🍵',
];
const TREND = '/api/public/trends/sub-market';

const RUN: Readonly<Record<CodeLanguage, (code: string) => readonly [string, readonly string[]]>> = {
  curl: (code) => ['bash', ['-c', code]],
  python: (code) => ['python3', ['-c', code]],
  javascript: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  typescript: (code) => [
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      code.replace("'market-data-client'", JSON.stringify(new URL('client.js', CLIENT))),
    ],
  ],
};

suite('the code runs as it is pasted', { concurrency: false }, () => {
  const asked: { path: string; parameters: [string, string][]; isStrict: boolean; key: unknown }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://any');
    const isStrict = headers.prefer === 'handling=strict';
    asked.push({ path: pathname, parameters: [...searchParams], isStrict, key: headers['x-api-key'] });
    response.setHeader('content-type', 'application/json');
    response.end('{"code":200,"data":{}}');
  });
  let origin = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  async function runIn(language: CodeLanguage, calls: readonly Asked[]): Promise<string> {
    asked.length = 0;
    const code = codeOf(language, calls, { origin });
    const [program, args] = RUN[language](code);
    const env = { ...process.env, MDQ_KEY: 'the-key', PYTHONPATH: fileURLToPath(CLIENT) };
    await run(program, [...args], { env });
    return code;
  }

  for (const language of CODE_LANGUAGES) {
    test(`${language}: odd values are asked for as they are, strictly`, async () => {
      const calls = ODD.map((value): Asked => ({ path: TREND, parameters: [['sub', value]] }));
      await runIn(language, calls);
      assert.deepEqual(
        asked,
        ODD.map((value) => ({
          path: TREND,
          parameters: [['sub', value]],
          isStrict: true,
          key: 'the-key',
        })),
      );
    });

    test(`${language}: odd text in a path stays a path`, async () => {
      const paths = ODD.map((value) => `/api/account/calls/${encodeURIComponent(value)}`);
      // One call is written in another way than several.
      for (const some of [paths, paths.slice(2, 3)]) {
        const calls = some.map((path): Asked => ({ path, parameters: [] }));
        const code = await runIn(language, calls);
        assert.deepEqual(
          asked.map((one) => decodeURIComponent(one.path)),
          some.map(decodeURIComponent),
        );
        // The typed client has no such path: it would not compile.
        if (language === 'typescript') assert.doesNotMatch(code, /client/);
      }
    });
  }
});
