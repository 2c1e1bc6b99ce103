import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import type { SalesAnswer, SalesMessage } from './sales-apart.ts';
import { SalesTally } from './sales-tally.ts';

/* The thread of sales-apart.ts. */

const tally = new SalesTally(workerData.names, workerData.settings);
const say = (answer: SalesAnswer, memory: ArrayBuffer[]) => parentPort?.postMessage(answer, memory);

parentPort?.on('message', (message: SalesMessage) => {
  if (message === 'finish') {
    const sales = tally.finish();
    say({ sales }, memoryOf(sales));
    parentPort?.close();
    return;
  }
  const { lines, closed } = message;
  tally.add(lines, closed);
  say({ counted: lines }, memoryOf(lines));
});
