import { table } from '../../lib/text/table.ts';
import { OWNER, ownerFields } from '../account-fields.ts';
import { defineList } from '../operation.ts';
import { choice, nullable, optional, rows, text, time } from '../schema.ts';
import { LIMIT_FIELDS, limitFields, limitsText } from './key-limits.ts';

export const listKeys = defineList({
  http: ['GET /keys', 'GET /accounts/{account}/keys'],
  summary: 'list keys; never shows a key itself',
  role: 'viewer',
  input: { account: optional(text({ description: 'of this account alone' })) },
  args: ['account'],
  output: rows({
    id: text(),
    ...OWNER,
    name: nullable(text()),
    ends_in: text(),
    state: choice(['active', 'inactive', 'ending', 'ended', 'deleted']),
    created: time(),
    last_used: nullable(time()),
    valid_until: nullable(time()),
    ...LIMIT_FIELDS,
  }),
  async run({ accounts }, { account }) {
    return (await (await accounts()).listKeys(account)).map((key) => ({
      id: key.id,
      ...ownerFields(key),
      name: key.name || null,
      ends_in: `…${key.last4}`,
      state: key.state,
      created: key.createdAt,
      last_used: key.lastUsedAt,
      valid_until: key.endsAt,
      ...limitFields(key),
    }));
  },
  text: (keys) => {
    const isLimited = keys.some((key) => limitsText(key) !== '');
    return table(
      keys.map((key) => {
        const { id, account, name, ends_in, state, created, last_used, valid_until } = key;
        const columns = { id, account, name, ends_in, state, created, last_used, valid_until };
        return isLimited ? { ...columns, limits: limitsText(key) || null } : columns;
      }),
    );
  },
  cursorAfter: ({ created, id }) => `${created.toISOString()} ${id}`,
  empty: () => 'No keys yet; "mdq key create ACCOUNT" makes one',
});
