import { work } from '../support/work.ts';

await work();
