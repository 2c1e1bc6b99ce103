import type { en as English } from '../en/index.ts';
import { access } from './access.ts';
import { charts } from './charts.ts';
import { site } from './site.ts';
import { tryIt } from './try-it.ts';

export const zhTW: typeof English = { ...charts, ...access, ...site, tryIt };
