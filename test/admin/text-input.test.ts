/** Text that no store keeps as it was sent is refused by field, and paths mean one thing only. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type OwnAdmin, startAdmin } from '../support/http/own-admin.ts';
import { sendBytes } from '../support/http/raw-http.ts';
import { ENGINES } from '../support/stores/accounts-engines.ts';

/** As JSON: `JSON.stringify` would be no other. */
const UNSTORABLE = ['\\u0000', 'a\\ud800', '\\udc00b'];

for (const engine of ENGINES) {
  describe(`text over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let admin: OwnAdmin;
    let key: string;
    before(async () => {
      admin = await startAdmin(engine);
      await admin.data('POST /accounts', { name: 'acme', points: 5 });
      key = (await admin.data('POST /accounts/acme/keys', {})).id;
    });

    test('NUL and unpaired surrogates are refused by field wherever text comes in', async () => {
      for (const bad of UNSTORABLE) {
        for (const [way, body, field] of [
          ['POST /accounts', `{"name":"${bad}"}`, 'name'],
          ['POST /accounts', `{"name":"b","note":"${bad}"}`, 'note'],
          ['PATCH /accounts/acme', `{"note":"${bad}"}`, 'note'],
          ['PATCH /accounts/acme', `{"external_id":"${bad}"}`, 'external_id'],
          ['POST /accounts/acme/grants', `{"points":1,"note":"${bad}"}`, 'note'],
          ['POST /accounts/acme/grants', `{"points":1,"reference":"${bad}"}`, 'reference'],
          ['POST /accounts/acme/takes', `{"points":1,"note":"${bad}"}`, 'note'],
          ['POST /accounts/acme/keys', `{"name":"${bad}"}`, 'name'],
          [`POST /keys/${key}/rotate`, `{"name":"${bad}"}`, 'name'],
          [`PATCH /keys/${key}`, `{"name":"${bad}"}`, 'name'],
          ['POST /members/forget', `{"ids":["a","${bad}"]}`, 'ids'],
          ['POST /operators', `{"role":"admin","name":"${bad}"}`, 'name'],
          ['POST /webhooks', `{"url":"https://example.com/${bad}"}`, 'url'],
        ] as const)
          assert.match(
            await admin.refused(400, way, body),
            new RegExp(`^${field} must be `),
            `${way} ${bad}`,
          );
      }
      for (const [way, field] of [
        ['GET /accounts/%00', 'account'],
        ['GET /accounts?external_id=%00', 'external_id'],
        ['GET /keys?account=a%00', 'account'],
        ['GET /grants?account=%00', 'account'],
        ['GET /usage?account=%00', 'account'],
        ['GET /log?account=%00', 'account'],
        ['DELETE /keys/%00', 'id'],
        ['POST /operators/%00/revoke', 'name'],
        ['DELETE /webhooks/%00', 'id'],
        ['GET /calls/%00', 'request'],
      ] as const)
        assert.match(await admin.refused(400, way), new RegExp(`^${field} must be a text`), way);
      for (const way of ['GET /accounts/%ff', 'GET /accounts?external_id=%ff', 'GET /accounts?%ff=1'])
        assert.match(await admin.refused(400, way), /not valid URL encoding/, way);
      const latin1 = Buffer.from('{"name":"caf\xe9"}', 'latin1').toString('latin1');
      const { port } = new URL(admin.url);
      const answer = await sendBytes(
        admin.url,
        Buffer.from(
          `POST /admin/v1/accounts HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n` +
            `Authorization: Bearer ${admin.tokens.admin}\r\nContent-Type: application/json\r\n` +
            `Content-Length: ${latin1.length}\r\n\r\n${latin1}`,
          'latin1',
        ),
      );
      assert.equal(answer.status, 400);
      assert.match(answer.text, /The body is not valid UTF-8/);
      assert.equal((await admin.data('GET /accounts')).items.length, 1);
      assert.equal((await admin.accounts.audit()).problems.length, 0);
    });

    test('names that cannot be seen, look like others or mean another path are refused', async () => {
      const unseen = ['\u3164', '\ufe0f', '\u034fb', '\u2028b', '\u00a0b', '\u1680b'].map((end) => `a${end}`);
      for (const name of ['.', '..', '\u2800', 'e\u0301', ...unseen])
        assert.match(
          await admin.refused(400, 'POST /accounts', { name }),
          /^An account name must/,
          JSON.stringify(name),
        );
      assert.match(await admin.refused(400, 'PATCH /accounts/acme', { name: '..' }), /must not be "\."/);
      await admin.data('POST /accounts', { name: '\u00e9 \u6771\u4eac\u3000\u682a' });
      for (const name of ['.', '..'])
        assert.match(
          await admin.refused(400, 'POST /operators', { name, role: 'admin' }),
          /^name must have 1 to 60/,
        );
      const long = 'x'.repeat(201);
      for (const [way, name] of [
        ['POST /accounts/acme/keys', 'a\nb'],
        ['POST /accounts/acme/keys', '..'],
        [`POST /keys/${key}/rotate`, 'a\u001b[2J'],
        [`PATCH /keys/${key}`, '.'],
      ] as const)
        assert.match(await admin.refused(400, way, { name }), /^The name must/, way);
      for (const way of ['POST /accounts/acme/keys', `POST /keys/${key}/rotate`, `PATCH /keys/${key}`])
        assert.match(
          await admin.refused(400, way, { name: long }),
          /^name must be a text of at most 200/,
          way,
        );
      const references = ['POST /accounts/acme/grants', 'POST /accounts/acme/takes'];
      for (const way of references) {
        const input = { points: 1, note: 'n', reference: long };
        assert.match(await admin.refused(400, way, input), /^reference must be a text of at most 200/);
      }
    });

    test('a path means what it says: nothing is normalised, and what could be is refused', async () => {
      const { port } = new URL(admin.url);
      const statusOf = async (target: string, host = `Host: localhost:${port}`) =>
        (
          await sendBytes(
            admin.url,
            `GET ${target} HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${admin.tokens.admin}\r\nConnection: close\r\n\r\n`,
          )
        ).status;
      assert.equal(await statusOf('/admin/v1/accounts'), 200);
      for (const target of [
        ...['accounts/../keys', 'accounts/%2e%2e/keys', 'accounts/%2E/keys', 'accounts/%2e%2e%2foperators'],
        ...['./accounts', '/accounts', 'accounts/', 'accounts/%5cevil', 'accounts#x'],
      ]
        .map((path) => `/admin/v1/${path}`)
        .concat('//admin/v1/accounts', '/\\evil/admin/v1/accounts', 'http://localhost/admin/v1/accounts'))
        assert.equal(await statusOf(target), 400, target);
      assert.equal(await statusOf('/admin/v1/accounts', 'Host: localhost\r\nHost: evil.example'), 400);
      assert.equal(await statusOf('/admin/v1/accounts', 'Host: localhost\r\nhOSt: localhost'), 400);
    });
  });
}
