import { defineOperation } from '../operation.ts';
import { choice, object, text } from '../schema.ts';

export const revokeOperator = defineOperation({
  http: 'POST /operators/{name}/revoke',
  summary: 'refuse the token of an operator from now on',
  role: 'admin',
  input: { name: text() },
  args: ['name'],
  output: object({ operator: text(), state: choice(['active', 'ended', 'revoked']) }),
  before: async ({ office }, { name }) =>
    (await office.listOperators()).flatMap(({ name: operator, state }) =>
      operator === name ? { operator, state } : [],
    )[0],
  async run({ accounts }, { name }) {
    const { state } = await (await accounts()).office.revokeOperator(name);
    return { operator: name, state };
  },
  text: ({ operator }) => `The token of "${operator}" is refused from now on.`,
});
