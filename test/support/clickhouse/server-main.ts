/* A ClickHouse server: the library is one, given the right arguments. It runs until it is killed, or its parent ends. */
import { dlopen, getRawPointer } from 'node:ffi';
import { Worker } from 'node:worker_threads';

const LOOK_MS = 500;

const [library = '', ...args] = process.argv.slice(2);
// The call below never gives this thread back, so another looks after the parent.
new Worker(
  `const parent = process.ppid;
   setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${LOOK_MS});`,
  { eval: true },
);
const { functions } = dlopen(library, {
  chdb_query_cmdline: { arguments: ['i32', 'pointer'], return: 'pointer' },
});
const texts = ['clickhouse', ...args].map((arg) => Buffer.from(`${arg}\0`));
const pointers = Buffer.alloc(8 * (texts.length + 1));
texts.forEach((text, i) => {
  pointers.writeBigUInt64LE(BigInt(getRawPointer(text)), 8 * i);
});
functions.chdb_query_cmdline(texts.length, getRawPointer(pointers));
