import { run } from './run.ts';

// All that is written here, by the engines too, is for the user of the service alone.
process.umask(0o077);

// Who reads may stop early, as `| head` does.
process.stdout.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), process.env, process);
