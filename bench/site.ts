// How long a person at the explorer waits for a chart once its answer has arrived, in a real browser on the demo data.
import { openBrowser } from '../test/support/browser.ts';
import { drawEveryChart, EXPLORER, look } from '../test/support/explorer-page.ts';
import { atMost } from './support/goal.ts';
import { median } from './support/load.ts';
import { makeWorkplace } from './support/servers.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const GOAL_MS = 300;

const place = await makeWorkplace();
const browser = await openBrowser();
try {
  const { key } = (await place.mdq('demo')) as { key: string };
  const server = await place.serve();
  const slowest: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await look(
        { browser, url: server.url },
        EXPLORER,
        async (page) => void slowest.push(Math.max(...(await drawEveryChart(page)))),
        { key },
      );
    }
  } finally {
    await server.stop();
  }
  const value = Math.round(median(slowest));
  console.log(`From answer to drawn, the slowest of twelve charts, median of ${ROUNDS} rounds`);
  console.table({ chart: { ms: value, goal: atMost(GOAL_MS, value) } });
} finally {
  await browser.close();
  await place.remove();
}
