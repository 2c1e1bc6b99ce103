// One of the processes that share a port. Started by the supervisor, which tells it where to listen.

import { UserError } from '../../errors/operators.ts';
import type { Readiness } from '../../http/health.ts';
import { readConfig } from '../../settings/config.ts';
import { STOPPING, sharedHealth } from '../readiness.ts';
import { type Server, startServer } from '../serve.ts';
import { Channel } from './channel.ts';

/** What a worker is told when it starts. */
export interface Start {
  readonly port: number;
  readonly timeZone: string;
}

let server: Server | undefined;
let isStopping = false;
/** Set while the supervisor waits before it says when to stop. */
let areAllStopping = false;

/** Longer than the supervisor waits for any of them. */
const HEALTH_MS = 20_000;
const health = sharedHealth(() =>
  supervisor.ask('health', null, HEALTH_MS).then(
    (told) => told as Readiness,
    () => ({ reasons: ['the supervisor does not answer'] }),
  ),
);

const supervisor = new Channel(process, {
  start: async (value) => {
    const { port, timeZone } = value as Start;
    try {
      server = await startServer(
        // The supervisor says when to stop, and waits before it does.
        { ...readConfig(), port, timeZone, drainMs: 0 },
        { sharedHealth: async () => (areAllStopping ? STOPPING : health()) },
      );
      return server.url;
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new Error(`failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
  alive: async () => true,
  stopping: async () => {
    areAllStopping = true;
  },
  health: async () => server?.readiness() ?? { reasons: ['a process is starting'] },
  metrics: async () => server?.metrics?.values() ?? [],
});

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  (server?.stop() ?? Promise.resolve()).then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

// Nobody would start another in its place, so one whose supervisor is gone ends as well.
process.on('disconnect', stop);
process.on('SIGTERM', stop);
// A terminal sends this to all processes at once: the supervisor says when.
process.on('SIGINT', () => undefined);
