import { ask } from './raw-http.ts';

type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The metrics of a running service, as Prometheus would read them. */
class Metrics {
  readonly text: string;
  readonly samples: readonly Sample[];

  constructor(text: string) {
    this.text = text;
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    this.samples = lines.map((line) => {
      const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      if (name === '') throw new Error(`not a sample: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Nan', 'NaN')) };
    });
  }

  /** The sum of all samples of that name whose labels are these. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const wanted = Object.entries(labels);
    return this.samples
      .filter((each) => each.name === name && wanted.every(([key, value]) => each.labels[key] === value))
      .reduce((sum, { value }) => sum + value, 0);
  }

  has(name: string): boolean {
    return this.samples.some((each) => each.name === name);
  }

  /** All values of a label, over all metrics. */
  values(label: string): Set<string> {
    return new Set(this.samples.flatMap(({ labels }) => labels[label] ?? []));
  }
}

export async function readMetrics(url: string): Promise<Metrics> {
  const { status, text } = await ask(url);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  return new Metrics(text);
}
