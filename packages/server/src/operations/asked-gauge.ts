import { Gauge, type Registry } from 'prom-client';

/** What a gauge shows: one value, or one for each set of labels. */
type Shown = number | undefined | { labels: Record<string, string>; value: number }[];

/** Adds gauges whose values are worked out when someone asks. */
export function addGauges<Values>(
  registry: Registry,
  read: () => Promise<Values | undefined>,
  gauges: readonly { name: string; help: string; labelNames?: string[]; show: (values: Values) => Shown }[],
): void {
  for (const { name, help, labelNames = [], show } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(): Promise<void> {
        gauge.reset();
        const values = await read();
        const shown = values === undefined ? undefined : show(values);
        // What is not known has no value: a zero would say that all is well.
        if (typeof shown === 'number') gauge.set(shown);
        else if (shown !== undefined) for (const { labels, value } of shown) gauge.set(labels, value);
        else if (labelNames.length === 0) gauge.remove();
      },
    });
  }
}

/** Asks once for all who ask within a while, so that no one's questions are a load. Undefined when it failed. */
export function askTogether<Values>(
  ask: () => Promise<Values>,
  now: () => Date,
  whileMs: number,
): () => Promise<Values | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Values | undefined> = Promise.resolve(undefined);
  return () => {
    if (now().getTime() - askedAt >= whileMs) {
      askedAt = now().getTime();
      answer = ask().catch(() => undefined);
    }
    return answer;
  };
}
