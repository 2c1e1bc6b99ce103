// Sees to it that the tests of the developer site find a browser: Debian's Chromium. Where it cannot be
// installed from here, it says what to do; the tests then fail and say so too.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';

if (!existsSync(CHROMIUM)) {
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const install = () => apt('install', '--yes', '--no-install-recommends', 'chromium');
  console.error('Installing Chromium for the tests of the developer site…');
  if (!install() && !(apt('update') && install())) {
    console.error(`There is no ${CHROMIUM}, and it could not be installed.`);
    console.error(
      'On Debian or Ubuntu: sudo apt-get install chromium. Elsewhere: put a link to a Chromium there.',
    );
  }
}
