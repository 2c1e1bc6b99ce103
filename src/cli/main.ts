import { run } from './run.ts';

// All that is written here, by the engines too, is for the user of the service alone.
process.umask(0o077);

let isLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Who reads may stop early, as `| head` does. Anything else, such as a full disk, has lost what was said.
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode = 1;
    process.stderr.write(
      `mdq: the output could not be written (${code}); unless an error is told beside this, the command was carried out\n`,
    );
  });
}

const code = await run(process.argv.slice(2), process.env, process);
process.exitCode = isLost ? 1 : code;
