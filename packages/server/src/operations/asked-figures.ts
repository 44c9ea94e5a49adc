import { Counter, Gauge, type Registry } from 'prom-client';

/** Value of a figure: a single one, or one for each set of labels. */
type Shown = number | undefined | { labels: Record<string, string>; value: number }[];

interface Figure<Values> {
  name: string;
  help: string;
  labelNames?: string[];
  /** A counter since the process started; it only rises, and resets at a restart as Prometheus expects. */
  isCount?: boolean;
  show: (values: Values) => Shown;
}

/** Adds figures whose values are worked out when someone asks. */
export function addFigures<Values>(
  registry: Registry,
  read: () => Promise<Values | undefined>,
  figures: readonly Figure<Values>[],
): void {
  for (const { name, help, labelNames = [], isCount = false, show } of figures) {
    const collect = async () => {
      const values = await read();
      const shown = values === undefined ? undefined : show(values);
      // Synchronously with the following lines: concurrent scrapes would add to each other's values.
      figure.reset();
      // An unknown figure has no value: a zero would look healthy.
      if (typeof shown === 'number') figure.inc(shown);
      else if (shown !== undefined) for (const { labels, value } of shown) figure.inc(labels, value);
      else if (labelNames.length === 0) figure.remove();
    };
    const options = { name, help, labelNames, registers: [registry], collect };
    const figure: Counter | Gauge = isCount ? new Counter(options) : new Gauge(options);
  }
}

/** Shares one call among all callers within an interval, to limit the load. Undefined when the call failed. */
export function askTogether<Values>(
  ask: () => Promise<Values>,
  whileMs: number,
): () => Promise<Values | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Values | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - askedAt >= whileMs) {
      askedAt = performance.now();
      answer = ask().catch(() => undefined);
    }
    return answer;
  };
}
