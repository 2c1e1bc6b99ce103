import type { Owner } from './books.ts';
import type { KeyLimits } from './key-limits.ts';

export interface NewKey {
  readonly hash: string;
  readonly last4: string;
  readonly name: string;
  readonly limits?: Partial<KeyLimits>;
}

export interface KeyChange {
  readonly name?: string;
  readonly limits?: Partial<KeyLimits>;
}

export interface Key extends Owner {
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly state: 'active' | 'inactive' | 'ending' | 'ended' | 'deleted';
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** When it stops being valid: after a rotation, or by its limits. */
  readonly endsAt: Date | null;
  readonly limits: KeyLimits;
}

/** The new key, and until when the one it takes the place of is valid. */
export interface Rotated {
  readonly key: Key;
  readonly oldEndsAt: Date;
}
