// Beside the server that "npm start" starts: installs what only tests and the build of the site need, then builds the
// site. It takes what the server leaves of the processors, and ends when the server does.
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isRunning } from './lock.mjs';
import { run } from './run.mjs';

const LOWEST_PRIORITY = 19;
const LOOK_AGAIN_MS = 250;

const server = Number(process.argv[2]);
setPriority(LOWEST_PRIORITY);

for (const script of ['setup.mjs', 'site.mjs']) {
  const step = run(process.execPath, [fileURLToPath(new URL(script, import.meta.url))]);
  const watch = setInterval(() => isRunning(server) || step.stop('SIGTERM'), LOOK_AGAIN_MS);
  const { status } = await step.ended;
  clearInterval(watch);
  if (status !== 0) {
    console.error('The API serves without the developer site. "npm run site" tries again.');
    break;
  }
}
