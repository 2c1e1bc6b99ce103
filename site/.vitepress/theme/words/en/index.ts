import { charts } from './charts.ts';
import { price } from './price.ts';
import { site } from './site.ts';

export const en = { ...charts, ...site, price };
