import { endpoints } from '../src/endpoints/index.ts';

/** The base of every path, as it was when the site was built: until a page has asked for those of now. */
export const BASES: Readonly<Record<string, number>> = Object.fromEntries(
  endpoints.map(({ path, price }) => [path, price.base]),
);
