/** Messages of the admin API name HTTP requests in place of commands, if an equivalent request exists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpNames } from './http-names.ts';
import { loadRoutes } from './routes.ts';

test('commands in a message become the requests that do the same, and others stay', async () => {
  const inHttp = httpNames((await loadRoutes()).all);
  assert.equal(
    inHttp('There is no account "x"; "mdq account list" shows those there are'),
    'There is no account "x"; "GET /accounts" shows those there are',
  );
  assert.equal(inHttp('"mdq refresh --restate" takes it in'), '"POST /restate" takes it in');
  assert.equal(inHttp('"mdq members allow ID" lifts that'), '"POST /members/allow" lifts that');
  assert.equal(inHttp('"mdq audit" tells more'), '"GET /audit" tells more');
  assert.equal(inHttp('run "mdq migrate --finish" again'), 'run "mdq migrate --finish" again');
});
