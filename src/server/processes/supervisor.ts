import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Accounts, openAccounts } from '../../accounts/open.ts';
import { UserError } from '../../errors/operators.ts';
import type { Readiness } from '../../http/health.ts';
import type { Config } from '../../settings/config.ts';
import { type BackOffice, startBackOffice } from '../back-office.ts';
import { Drain } from '../drain.ts';
import { freePort } from '../listening.ts';
import { createLog, type Log } from '../monitoring/log.ts';
import { type MetricValues, mergedMetrics } from '../monitoring/metrics.ts';
import { type MetricsServer, serveMetrics } from '../monitoring/metrics-server.ts';
import { STOPPING, sharedHealth } from '../readiness.ts';
import { Channel } from './channel.ts';
import type { Start } from './worker.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** One that ends sooner than this has trouble that may last: the next one waits. */
const SHORT_LIFE_MS = 10_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** Longer than a process tries to reach its accounts, so that its answer can be that they cannot be reached. */
const READINESS_MS = 15_000;

interface Worker {
  readonly child: ChildProcess;
  readonly channel: Channel;
  readonly startedAt: number;
}

/** Several processes that serve on one port. One that ends is started again; what is asked of one, all answer. */
export class Supervisor {
  readonly #config: Config;
  /** Which the processes read their settings from. */
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: Log;
  readonly #workers: (Worker | undefined)[];
  #waits: number[];
  #start: Start | undefined;
  #isStopping = false;
  #metricsServer: MetricsServer | undefined;
  #accounts: Accounts | undefined;
  #office: BackOffice | undefined;
  readonly #health = sharedHealth(() => this.#readAll());
  readonly drain: Drain;
  url = '';

  constructor(config: Config, processes: number, env: NodeJS.ProcessEnv) {
    this.#config = config;
    this.#env = env;
    this.#log = createLog(config.log);
    this.drain = new Drain(config.drainMs);
    this.#workers = Array.from({ length: processes });
    this.#waits = Array.from({ length: processes }, () => FIRST_WAIT_MS);
  }

  get metricsUrl(): string | undefined {
    return this.#metricsServer?.url;
  }

  get adminUrl(): string | undefined {
    return this.#office?.adminUrl;
  }

  /** Starts all of them; a mistake that keeps one from starting keeps all. */
  async start(): Promise<void> {
    this.#start = { port: await freePort(this.#config), timeZone: this.#config.timeZone };
    try {
      if (this.#config.metrics) {
        const merged = mergedMetrics(() => this.#ofAll<MetricValues>('metrics'));
        this.#metricsServer = await serveMetrics(merged, this.#config.metrics, (error) =>
          this.#log.logger.error({ err: error }, 'the metrics could not be collected'),
        );
      }
      this.#accounts = await openAccounts(this.#config);
      this.#office = await startBackOffice({
        ...{ config: this.#config, accounts: this.#accounts, log: this.#log, env: this.#env },
      });
      const urls = await Promise.all(this.#workers.map((_, index) => this.#run(index)));
      this.url = urls[0] ?? '';
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    void this.#ofAll('stopping');
    if (this.url) await this.drain.wait();
    const ended = this.#workers.map(async (worker) => {
      if (!worker || worker.child.exitCode !== null || worker.child.signalCode !== null) return;
      const isOver = once(worker.child, 'exit');
      worker.child.kill('SIGTERM');
      await isOver;
    });
    await Promise.all(ended);
    this.#metricsServer?.close();
    await this.#office?.stop();
    await this.#accounts?.close();
    await this.#log.close();
  }

  /** Starts the process at an index of `#workers` and waits until it listens. */
  async #run(index: number): Promise<string> {
    const child = fork(WORKER, [], { env: this.#env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const channel = new Channel(child, {
      health: async () => (this.#isStopping ? STOPPING : this.#health()),
    });
    const worker = { child, channel, startedAt: performance.now() };
    this.#workers[index] = worker;
    const isOver = once(child, 'exit');
    const url = await Promise.race([
      channel.ask('start', this.#start, Number.POSITIVE_INFINITY).catch((error: Error) => {
        child.kill('SIGKILL');
        throw new UserError(error.message);
      }),
      isOver.then(() => Promise.reject(new Error('a process ended while it started'))),
    ]);
    isOver.then(([code, signal]) => this.#replace(index, worker, { code, signal }));
    return String(url);
  }

  async #replace(index: number, worker: Worker, how: object): Promise<void> {
    this.#workers[index] = undefined;
    if (this.#isStopping) return;
    const isShort = performance.now() - worker.startedAt < SHORT_LIFE_MS;
    const wait = isShort ? (this.#waits[index] ?? FIRST_WAIT_MS) : FIRST_WAIT_MS;
    this.#waits[index] = Math.min(wait * 2, LONGEST_WAIT_MS);
    this.#log.logger.error({ process: worker.child.pid, ...how }, 'a process has ended; another is started');
    for (let pause = wait; !this.#isStopping; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
      await sleep(pause);
      if (this.#isStopping) return;
      try {
        await this.#run(index);
        return;
      } catch (error) {
        this.#workers[index] = undefined;
        this.#log.logger.error({ err: error }, 'a process could not be started; it is tried again');
      }
    }
  }

  /** What keeps any of them from being ready. */
  async #readAll(): Promise<Readiness> {
    const all = await Promise.all(this.#workers.map((worker) => readinessOf(worker)));
    return {
      reasons: [...new Set(all.flatMap(({ reasons }) => reasons))],
      notes: [...new Set(all.flatMap(({ notes = [] }) => notes))],
      ageMs: Math.max(...all.map(({ ageMs = 0 }) => ageMs)),
    };
  }

  /** Those that do not answer are left out. */
  async #ofAll<T>(what: string): Promise<T[]> {
    const answers = this.#workers
      .filter((worker) => worker !== undefined)
      .map(({ channel }) => channel.ask(what).catch(() => undefined) as Promise<T | undefined>);
    return (await Promise.all(answers)).filter((answer) => answer !== undefined);
  }
}

/** What keeps a process from being ready. That it does not answer at all is found out before its accounts time out. */
async function readinessOf(worker: Worker | undefined): Promise<Readiness> {
  if (!worker) return { reasons: ['a process is starting'] };
  const { channel } = worker;
  const readiness = channel.ask('health', null, READINESS_MS) as Promise<Readiness>;
  const isAlive = channel.ask('alive');
  return Promise.all([isAlive, readiness]).then(
    ([, told]) => told,
    () => ({ reasons: ['a process does not answer'] }),
  );
}
