import { access } from './access.ts';
import { account } from './account.ts';
import { charts } from './charts.ts';
import { explorer } from './explorer.ts';
import { site } from './site.ts';
import { tryIt } from './try-it.ts';

export const en = { ...charts, ...access, ...site, explorer, account, tryIt };

/** The shape of a language: what English has, without saying what. One that lacks a word does not compile. */
export type Words = typeof en;
