export { account } from './account.ts';
export { explorer } from './explorer.ts';
export { paths, pricing } from './pricing.ts';
