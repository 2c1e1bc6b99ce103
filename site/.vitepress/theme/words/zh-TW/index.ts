import type { Words } from '../en/index.ts';
import { access } from './access.ts';
import { account } from './account.ts';
import { charts } from './charts.ts';
import { explorer } from './explorer.ts';
import { site } from './site.ts';
import { tryIt } from './try-it.ts';

export const zhTW: Words = { ...charts, ...access, ...site, explorer, account, tryIt };
