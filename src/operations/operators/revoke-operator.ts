import { defineOperation } from '../operation.ts';
import { choice, object, text } from '../schema.ts';

export const revokeOperator = defineOperation({
  http: 'POST /operators/{name}/revoke',
  summary: 'refuse the token of an operator from now on',
  role: 'admin',
  input: { name: text() },
  args: ['name'],
  output: object({ operator: text(), state: choice(['active', 'ended', 'revoked']) }),
  async run({ accounts }, { name }) {
    const { state } = await (await accounts()).office.revokeOperator(name);
    return { operator: name, state };
  },
  text: ({ operator }) => `The token of "${operator}" is refused from now on.`,
});
