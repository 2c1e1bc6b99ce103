import { type Endpoint, GROUPS } from './form/endpoint.ts';
import type { OwnParameter } from './form/parameters.ts';
import * as list from './list.ts';

/** Everything that is sold, by group, then price: the order in which it is documented. */
export const endpoints: readonly Endpoint[] = Object.values(list).sort(
  (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.price.base - b.price.base,
);

/** The parameters that endpoints have for themselves. A quote takes those of all paths: one name is one parameter. */
export const ownParameters: readonly OwnParameter[] = byName(endpoints.flatMap(({ own = [] }) => own));

export function byName(parameters: readonly OwnParameter[]): OwnParameter[] {
  const found = new Map<string, OwnParameter>();
  const described = ({ form, usual }: OwnParameter) => JSON.stringify({ form, usual });
  for (const parameter of parameters) {
    const { name } = parameter;
    const same = found.get(name) ?? parameter;
    if (described(same) !== described(parameter))
      throw new Error(
        `Two endpoints have a parameter "${name}", but with another form or default: ${described(same)} and ${described(parameter)}. Make them the same, or rename one`,
      );
    found.set(name, same);
  }
  return [...found.values()];
}
