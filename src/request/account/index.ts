import type { AccountRoute } from './account-route.ts';
import { balance } from './balance.ts';
import { call } from './call.ts';
import { calls } from './calls.ts';
import { points } from './points.ts';
import { quote } from './quote.ts';
import { statement } from './statement.ts';
import { usage } from './usage.ts';

/** All of them, in the order in which they are documented. */
export const accountRoutes: readonly AccountRoute[] = [balance, points, quote, usage, statement, calls, call];
