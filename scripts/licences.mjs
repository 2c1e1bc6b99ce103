// Lists the licences of all packages, and fails where one is not known to be fine.
import { fileURLToPath } from 'node:url';
import { readJson } from './production-packages.mjs';

/** All of them let us use, change and pass on a work, closed or open. */
const FINE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense'];
/** Fine for tools, of which nothing is passed on: a changed file of theirs would have to be published. */
const FINE_FOR_TOOLS = ['MPL-2.0', 'Python-2.0'];
/** Read by us: what its package.json does not say. */
const READ = { '@modelcontextprotocol/inspector@2.12.0': 'Apache-2.0' };

const { packages } = readJson(fileURLToPath(new URL('../package-lock.json', import.meta.url)));
const counts = new Map();
const unknown = [];
for (const [path, { version, license = 'none', dev = false }] of Object.entries(packages)) {
  if (!path) continue;
  const name = `${path.replace(/^.*node_modules\//, '')}@${version}`;
  const licence = READ[name] ?? license;
  const use = dev ? 'development' : 'production';
  const row = `${use}\t${licence}`;
  counts.set(row, (counts.get(row) ?? 0) + 1);
  if (!isFine(licence, dev)) unknown.push(`${name} (${use}): ${licence}`);
}

for (const row of [...counts.keys()].sort().reverse()) console.log(`${row}\t${counts.get(row)}`);
if (unknown.length > 0) {
  console.error(`Not known to be fine; read them, then see scripts/licences.mjs:\n  ${unknown.join('\n  ')}`);
  process.exitCode = 1;
}

/** Of several that are offered, one is enough. */
function isFine(licence, dev) {
  const offered = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return offered.some((each) => FINE.includes(each) || (dev && FINE_FOR_TOOLS.includes(each)));
}
