// Prints how many times slower this machine is now than an x64 core at 2.5 GHz without neighbours, at least 1: a limit on
// processor seconds is to be multiplied by it. On shared cores the same work takes up to twice as long.

const REFERENCE_SECONDS = 5.2;

const work = () => {
  const seen = new Map();
  for (let i = 0; i < 4e6; i++) seen.set(`key ${i % 2e5}`, i);
  return JSON.parse(JSON.stringify([...seen])).length;
};

const begun = process.cpuUsage();
for (let i = 0; i < 3; i++) work();
const { user, system } = process.cpuUsage(begun);
console.log(Math.max(1, (user + system) / 1e6 / REFERENCE_SECONDS).toFixed(2));
