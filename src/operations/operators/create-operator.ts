import { newToken, ROLES } from '../../accounts/office.ts';
import { isDots } from '../account-fields.ts';
import { endOfDay } from '../books-days.ts';
import { SHOWN_ONCE } from '../keys/create-key.ts';
import { defineOperation, InputError } from '../operation.ts';
import { choice, day, object, optional, secret, text } from '../schema.ts';

export const createOperator = defineOperation({
  http: 'POST /operators',
  summary: 'make an operator of the admin API, with a token',
  role: 'admin',
  ifMissing: 'make',
  input: {
    name: text({ description: 'of a person or program; no other operator has, or had, it' }),
    role: choice(ROLES, {
      description: 'viewers read; support also tops up and makes accounts and keys; admins do all',
      label: 'role',
    }),
    ends: optional(day({ description: 'last day the token is valid on' })),
  },
  args: ['name'],
  output: object({ operator: text(), role: choice(ROLES), token: secret() }),
  async check(_context, { name }) {
    if (!/^[\w.@ -]{1,60}$/.test(name) || name.trim() !== name || isDots(name))
      throw new InputError(
        '{name} must have 1 to 60 letters, digits, blanks or one of . _ @ -, and not dots alone',
      );
  },
  countsDays: ({ ends }) => ends !== undefined,
  async run(context, { name, role, ends }) {
    const { token, ...kept } = newToken();
    const store = await context.accounts();
    const endsAt = ends === undefined ? null : await endOfDay(context, store, ends);
    await store.office.createOperator({ ...kept, name, role, endsAt });
    return { operator: name, role, token };
  },
  text: ({ operator, role, token }) =>
    `Operator "${operator}" with the role ${role}. Token:\n\n  ${token}\n\n${SHOWN_ONCE}`,
});
