import { work } from '../support/work.ts';

await work(process.env.MDQ_TEST_SHARED ?? '');
