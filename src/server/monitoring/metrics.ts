import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LastAudit, LastBackup } from '../../disk/last-runs.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { importsIn } from '../../snapshot/tables.ts';
import { isStillTrue } from '../../warehouse/warning.ts';

/** Fine enough for answers that take a tenth of a millisecond. */
const SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const CALLS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

const unixTime = (at: string | null | undefined) => (at ? Date.parse(at) / 1000 : 0);

/** What is read when somebody asks for the metrics. */
interface Sources {
  readonly isReady: () => Promise<boolean>;
  readonly snapshot: () => Snapshot | undefined;
  readonly loadSeconds: () => number;
  /** Since when the warehouse cannot be reached; undefined while it can. */
  readonly cutOffSince: () => Date | undefined;
  /** When the last import failed; undefined where it did not. */
  readonly importFailedAt: () => Promise<string | undefined>;
  /** How many deliveries wait for an operator. */
  readonly heldDeliveries: () => Promise<number>;
  readonly lastBackup: () => Promise<LastBackup>;
  readonly lastAudit: () => Promise<LastAudit | undefined>;
  /** Bytes that are free where the data folder is. */
  readonly diskFree: () => Promise<number>;
  /** How many messages to webhooks wait, and since when the oldest of them. */
  readonly webhooks: () => Promise<{ readonly waiting: number; readonly waitingSince: Date | null }>;
  readonly lagSeconds: () => number;
  readonly connections: () => Promise<number>;
  readonly droppedLogLines: () => number;
}

/** An answer, as far as it is counted. Paths are templates: nothing a caller wrote becomes a label. */
interface CountedReply {
  readonly path: string;
  readonly status: number;
  /** Undefined for what never became a request. */
  readonly seconds?: number;
  readonly points: number;
  readonly reason: string | undefined;
}

/** What is counted and measured, on its way from one process to another. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What several processes count and measure, as one. */
export function mergedMetrics(read: () => Promise<MetricValues[]>): Pick<Metrics, 'text' | 'contentType'> {
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    text: async () => AggregatorRegistry.aggregate(await read()).metrics(),
  };
}

/** Everything that is counted and measured, for Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('mdq_http_requests_total', 'Answers sent.', ['path', 'status']);
  readonly #refused = this.#counter('mdq_calls_refused_total', 'Answers that are refusals.', ['reason']);
  readonly #sandbox = this.#counter(
    'mdq_sandbox_requests_total',
    'Answers of the sandbox, in none of the other counts.',
    ['path', 'status'],
  );
  readonly #points = this.#counter('mdq_points_charged_total', 'Points charged.');
  readonly #seconds = this.#histogram(
    'mdq_http_request_duration_seconds',
    'From the request to its answer.',
    SECONDS,
    ['path'],
  );
  readonly #batchCalls = this.#histogram('mdq_ledger_batch_calls', 'Calls settled together.', CALLS);
  readonly #commitSeconds = this.#histogram(
    'mdq_ledger_commit_duration_seconds',
    'Settling a batch, until it is on disk.',
    SECONDS,
  );
  #committedAt = Date.now();
  /** Those of a label, found once: finding them costs more than counting. */
  readonly #byAnswer = new Map<string, { inc(): void }>();
  readonly #byPath = new Map<string, { observe(seconds: number): void }>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'mdq_' });
  }

  /** Adds what is not counted but read, whenever somebody asks. */
  readFrom(sources: Sources): void {
    const facts = () => sources.snapshot()?.facts;
    const imports = () => importsIn(facts() ?? { imports: [] });
    const lastImport = () => imports().at(-1);
    const secondsSince = (at: string | undefined) => (at ? (Date.now() - Date.parse(at)) / 1000 : Number.NaN);
    this.#gauge(
      'mdq_ready',
      '1 while calls can be answered, as /readyz says; else 0.',
      async () => Number(await sources.isReady()),
      'min',
    );
    this.#gauge(
      'mdq_ledger_seconds_since_commit',
      'Since the last batch was settled, or the start.',
      () => (Date.now() - this.#committedAt) / 1000,
      'min',
    );
    this.#gauge(
      'mdq_data_version',
      'The published version that is served; 0 without.',
      () => facts()?.version ?? 0,
      'min',
    );
    this.#gauge('mdq_data_age_seconds', 'Since that version was published.', () =>
      secondsSince(facts()?.publishedAt),
    );
    this.#gauge(
      'mdq_warehouse_unreachable_seconds',
      'Since the warehouse could be asked last for a newer version; 0 while it can.',
      () => {
        const since = sources.cutOffSince();
        return since ? (Date.now() - since.getTime()) / 1000 : 0;
      },
    );
    this.#gauge('mdq_data_load_seconds', 'How long loading it took.', sources.loadSeconds);
    this.#gauge('mdq_imports', 'Imports that the data consist of.', () => imports().length);
    this.#gauge('mdq_last_import_age_seconds', 'Since the last import.', () =>
      secondsSince(lastImport()?.at),
    );
    this.#gauge('mdq_last_import_lines', 'Lines of the last import.', () => lastImport()?.lines ?? 0);
    this.#gauge(
      'mdq_last_import_skipped_rows',
      'Bad rows that the last import left out.',
      () => lastImport()?.skippedRows ?? 0,
    );
    this.#gauge(
      'mdq_imports_held',
      'Deliveries to this DATA_DIR that wait for an operator.',
      sources.heldDeliveries,
    );
    // By code alone: texts and counts are in "mdq imports".
    new Gauge({
      name: 'mdq_last_import_warning',
      help: '1 for each warning of the last import that is not acknowledged.',
      labelNames: ['code'],
      aggregator: 'max',
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const warning of lastImport()?.warnings ?? [])
          if (!warning.acknowledged && isStillTrue(warning, facts() ?? {}))
            this.set({ code: warning.code }, 1);
      },
    });
    this.#gauge(
      'mdq_last_import_failed',
      '1 while the last import with this DATA_DIR is one that failed; else 0.',
      async () => Number((await sources.importFailedAt()) !== undefined),
    );
    this.#gauge(
      'mdq_last_import_failure_age_seconds',
      'Since the last import with this DATA_DIR failed; NaN where it did not.',
      async () => secondsSince(await sources.importFailedAt()),
    );
    this.#gauge(
      'mdq_last_backup_timestamp_seconds',
      'When the last complete backup of this DATA_DIR was taken, in Unix time; 0 before the first.',
      async () => unixTime((await sources.lastBackup()).at),
    );
    this.#gauge(
      'mdq_last_backup_bytes',
      'Size of the last complete backup.',
      async () => (await sources.lastBackup()).bytes ?? 0,
    );
    this.#gauge(
      'mdq_last_backup_failed',
      '1 while the last backup of this DATA_DIR is one that failed; else 0.',
      async () => Number((await sources.lastBackup()).failedAt !== null),
    );
    this.#gauge(
      'mdq_last_audit_timestamp_seconds',
      'When the books were audited last with this DATA_DIR, in Unix time; 0 before the first.',
      async () => unixTime((await sources.lastAudit())?.at),
    );
    this.#gauge(
      'mdq_last_audit_failed',
      '1 while the last audit with this DATA_DIR is one that found a problem; else 0.',
      async () => Number((await sources.lastAudit())?.ok === false),
    );
    this.#gauge(
      'mdq_disk_free_bytes',
      'Free space on the disk of DATA_DIR; NaN while it cannot be read.',
      () => sources.diskFree().catch(() => Number.NaN),
      'min',
    );
    // Metrics must be readable also while the accounts cannot be reached.
    const backlog = () => sources.webhooks().catch(() => ({ waiting: Number.NaN, waitingSince: null }));
    this.#gauge(
      'mdq_webhook_messages_waiting',
      'Messages to webhooks that were not delivered yet.',
      async () => (await backlog()).waiting,
    );
    this.#gauge(
      'mdq_webhook_oldest_waiting_seconds',
      'Since the oldest of them is tried; 0 while none waits.',
      async () => {
        const { waitingSince } = await backlog();
        return waitingSince ? (Date.now() - waitingSince.getTime()) / 1000 : 0;
      },
    );
    this.#gauge('mdq_event_loop_lag_seconds', 'How late the event loop was.', sources.lagSeconds);
    this.#gauge('mdq_http_connections', 'Open connections.', sources.connections, 'sum');
    this.#gauge(
      'mdq_log_lines_dropped',
      'Log lines that nobody read, since the start.',
      sources.droppedLogLines,
      'sum',
    );
  }

  countReply({ path, status, seconds, points, reason }: CountedReply): void {
    const answer = `${path} ${status}`;
    let counted = this.#byAnswer.get(answer);
    if (!counted) {
      counted = this.#requests.labels(path, String(status));
      this.#byAnswer.set(answer, counted);
    }
    counted.inc();
    let measured = this.#byPath.get(path);
    if (!measured) {
      measured = this.#seconds.labels(path);
      this.#byPath.set(path, measured);
    }
    if (seconds !== undefined) measured.observe(seconds);
    if (points > 0) this.#points.inc(points);
    if (reason) this.#refused.labels(reason).inc();
  }

  countSandbox(path: string, status: number): void {
    this.#sandbox.labels(path, String(status)).inc();
  }

  countBatch(calls: number, seconds: number): void {
    this.#batchCalls.observe(calls);
    this.#commitSeconds.observe(seconds);
    this.#committedAt = Date.now();
  }

  /** For another process, which adds those of several up. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] });
  }

  /** Of several processes, the metric shows the sum, or the worst value. */
  #gauge(
    name: string,
    help: string,
    read: () => number | Promise<number>,
    aggregator: 'sum' | 'min' | 'max' = 'max',
  ): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
