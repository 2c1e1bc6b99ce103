import type { Caller } from '../../accounts/ledger.ts';
import type { Points } from '../../endpoints/form/price.ts';
import type { ErrorName, Refusal } from '../../errors/callers.ts';
import { type Schema, Type } from '../../lib/schema.ts';
import type { Product } from '../answer.ts';
import type { Data } from '../reply.ts';
import type { Call, Service } from '../service.ts';

/** What a call costs, over one period or so many days. */
export type PointsOf = (path: string, days?: number) => Points;

interface AccountParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly isDate?: boolean;
  /** What it takes, where that is no text. */
  readonly schema?: Schema;
  readonly isRequired?: boolean;
  /** In braces in the path, not in the query. */
  readonly isInPath?: boolean;
}

/** What a key holder can ask about itself, for nothing. One file each, like an endpoint. */
export interface AccountRoute {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly AccountParameter[];
  /** What it can end in beside what every call with a key can. */
  readonly errors?: readonly ErrorName[];
  readonly schema: Schema;
  /** An answer as it may look, at the current prices; ids and balances are made up. */
  example(points: PointsOf, periodDays: number): Data;
  /** Whether `Prefer: handling=strict` means something to it. */
  readonly takesPrefer?: boolean;
  answer(service: Service, caller: Caller, call: Pick<Call, 'query' | 'handling'>): Promise<Data | Refusal>;
}

/** An account route as something to call: it costs 0, and is answered once the key is seen to be valid. */
export function accountProduct({ path, takesPrefer = false, answer }: AccountRoute): Product {
  return {
    path,
    isFree: true,
    takesPrefer,
    leastPoints: () => 0,
    prepare: (service, call) => ({ points: 0, body: (caller) => answer(service, caller, call) }),
  };
}

export const exact = { additionalProperties: false };

export function date(description: string) {
  return Type.String({ format: 'date', description });
}
