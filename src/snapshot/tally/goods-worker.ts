import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import type { GoodsAnswer, GoodsGiven, GoodsMessage } from './goods-apart.ts';
import { GoodsTally } from './goods-tally.ts';
import { linesBetween } from './lines.ts';

/* The thread of goods-apart.ts. */

const tally = new GoodsTally(...(workerData as GoodsGiven));
const say = (answer: GoodsAnswer, memory: ArrayBuffer[]) => parentPort?.postMessage(answer, memory);

parentPort?.on('message', (message: GoodsMessage) => {
  if (message === 'finish') {
    const goods = tally.finish();
    say({ goods }, memoryOf(goods));
    parentPort?.close();
    return;
  }
  const { lines, weeks } = message;
  let from = 0;
  for (const { closed, end } of weeks) {
    tally.add(linesBetween(lines, from, end), closed);
    from = end;
  }
  say({ counted: lines }, memoryOf(lines));
});
