import type { Some } from '../filled.ts';
import type { Words } from '../words.ts';
import { charts } from './charts.ts';
import { price } from './price.ts';
import { site } from './site.ts';

export const zhTW: Some<Words> = { ...charts, ...site, price };
