import { type Endpoint, GROUPS } from './endpoint.ts';
import * as list from './list.ts';

/** Everything that is sold, by group, then price: the order in which it is documented. */
export const endpoints: readonly Endpoint[] = Object.values(list).sort(
  (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.price.base - b.price.base,
);
