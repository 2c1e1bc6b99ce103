import { endpoints } from '../src/endpoints/index.ts';
import type { Levels } from './.vitepress/theme/pricing/month.ts';

/** The base of every path, as it was when the site was built: until a page has asked for those of now. */
export const BASES: Readonly<Record<string, number>> = Object.fromEntries(
  endpoints.map(({ path, price }) => [path, price.base]),
);

/** What every path is asked about: how often a month of questions asks it. */
export const LEVELS: Levels = Object.fromEntries(endpoints.map(({ path, level }) => [path, level]));
