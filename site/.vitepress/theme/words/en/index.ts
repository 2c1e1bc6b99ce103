import { access } from './access.ts';
import { charts } from './charts.ts';
import { site } from './site.ts';
import { tryIt } from './try-it.ts';

export const en = { ...charts, ...access, ...site, tryIt };
