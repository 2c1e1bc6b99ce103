import type { en as English } from '../en/index.ts';
import { charts } from './charts.ts';
import { price } from './price.ts';
import { site } from './site.ts';

export const zhTW: typeof English = { ...charts, ...site, price };
