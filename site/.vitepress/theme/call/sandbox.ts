import type { AccountData } from './dataset.ts';

/** What the sandbox has to ask for. It never changes, so no page asks before a reader does. */
export const SANDBOX_DATA: Omit<AccountData, 'version' | 'default_category' | 'default_sub'> = {
  coverage: { start: '2024-12-02', end: '2026-06-07' },
  default_period: { start: '2026-03-16', end: '2026-06-07' },
  period_days: 84,
  granularity: 'week',
  currency: 'TWD',
  privacy: null,
};
