// How long a person waits, in a real browser on the demo data: for the first page, and at the explorer for a chart once
// its answer has arrived.
import { measureFirstVisit } from '../test/support/site/audit-page.ts';
import { look, openBrowser } from '../test/support/site/browser.ts';
import { drawEveryChart, EXPLORER } from '../test/support/site/explorer-page.ts';
import { atMost } from './support/goal.ts';
import { median } from './support/load.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const CHART_MS = 300;
const PAINT_MS = 1000;

const place = await makeWorkplace();
const browser = await openBrowser();
try {
  const { key } = (await place.mdq('demo')) as { key: string };
  const server = await place.serve();
  const slowest: number[] = [];
  const paints: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await look({ browser, url: server.url }, { path: EXPLORER, key }, async (page) => {
        slowest.push(Math.max(...(await drawEveryChart(page))));
      });
      await look({ browser, url: server.url }, '/developers/', async (page) => {
        paints.push((await measureFirstVisit(page, '/developers/')).paintMs);
      });
    }
  } finally {
    await server.stop();
  }
  const [chart, paint] = [slowest, paints].map((values) => Math.round(median(values)));
  console.log(`Medians of ${ROUNDS} rounds`);
  console.table({
    'largest paint of the first page': { ms: paint, goal: atMost(PAINT_MS, Number(paint)) },
    'from answer to drawn, slowest of twelve charts': { ms: chart, goal: atMost(CHART_MS, Number(chart)) },
  });
} finally {
  await browser.close();
  await place.remove();
}
