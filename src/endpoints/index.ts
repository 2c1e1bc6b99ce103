import { type Endpoint, GROUPS } from './form/endpoint.ts';
import type { OwnParameter } from './form/parameters.ts';
import * as list from './list.ts';

/** Everything that is sold, by group, then price: the order in which it is documented. */
export const endpoints: readonly Endpoint[] = Object.values(list).sort(
  (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.price.base - b.price.base,
);

/** The parameters that endpoints have for themselves: of those that share a name, the first. */
export const ownParameters: readonly OwnParameter[] = endpoints
  .flatMap(({ own = [] }) => own)
  .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at);
