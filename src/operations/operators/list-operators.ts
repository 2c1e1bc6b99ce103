import { ROLES } from '../../accounts/office.ts';
import { defineList } from '../operation.ts';
import { choice, nullable, rows, text, time } from '../schema.ts';

export const listOperators = defineList({
  http: 'GET /operators',
  summary: 'list operators; never shows a token',
  role: 'viewer',
  input: {},
  output: rows({
    operator: text(),
    role: choice(ROLES),
    state: choice(['active', 'ended', 'revoked']),
    ends_in: text(),
    created: time(),
    valid_until: nullable(time()),
  }),
  async run({ accounts }) {
    return (await (await accounts()).office.listOperators()).map((each) => ({
      operator: each.name,
      role: each.role,
      state: each.state,
      ends_in: `…${each.last4}`,
      created: each.createdAt,
      valid_until: each.endsAt,
    }));
  },
  cursorAfter: ({ operator }) => operator,
  empty: () => 'No operators yet; "mdq operator create NAME --role ROLE" makes one',
});
