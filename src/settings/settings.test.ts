/** An invalid setting is refused with an error that names it and its accepted values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../errors/operators.ts';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const WRONG: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '-1', '70000', '80.5'],
  ACCOUNTS_URL: ['mysql://localhost/x', 'no-url'],
  WAREHOUSE_URL: ['ftp://localhost/x', 'no-url'],
  MDQ_TIMEZONE: ['Mars/Olympus', '+25:00'],
  MDQ_DEFAULT_WEEKS: ['0', '-3', '1.5', 'a dozen'],
  MDQ_IMPORT_MEMORY: ['lots', '2', '-1GB', '100MB'],
  MDQ_IMPORT_MAX_BYTES: ['lots', '2', '-1GB', '100KB'],
  MDQ_RATE_LIMIT: ['-1', '0.5', 'fast'],
  MDQ_CONTACT: ['call us', 'javascript:alert(1)', 'a<b@c', 'https://:password@shop.example/'],
  MDQ_POINT_PRICE: ['0.05', '0 USD', '0.05 XXQ', '-1 USD'],
  MDQ_ADMIN_HOSTS: ['mdq:8081', 'http://mdq', 'a b', '*'],
  MDQ_WEBHOOK_HOSTS: ['billing:80', 'http://billing'],
  MDQ_AUDIENCE_METHODS: ['*,Card', 'Card, *'],
  MDQ_METRICS_HOSTS: ['mdq:9464', 'http://mdq', 'abc:9464', 'a b', '*'],
};

test('a setting that is wrong is named', () => {
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values)
      assert.throws(
        () => readConfig({ MDQ_METRICS_PORT: '0', MDQ_ADMIN_PORT: '0', [name]: value }),
        (error) => error instanceof UserError && error.message.includes(`${name} must be `),
        `${name}=${value}`,
      );
  }
});

test('every setting that does not take anything refuses what it does not take, and says what it takes', () => {
  for (const [name, { takes }] of Object.entries(SETTINGS)) {
    if (takes === undefined) continue;
    // What no setting takes, not even as one of many names.
    const value = name === 'MDQ_AUDIENCE_METHODS' || name === 'MDQ_CANCELLED_STATUSES' ? ', ,' : '\u00bf';
    assert.throws(
      () => readConfig({ MDQ_METRICS_PORT: '0', MDQ_ADMIN_PORT: '0', [name]: value }),
      new UserError(`${name} must be ${takes}; it is "${value}"`),
    );
  }
});

test('every default is one that its setting takes', () => {
  const defaults = Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]);
  assert.deepEqual(readConfig(Object.fromEntries(defaults.filter(([, text]) => text))).port, 8080);
});
