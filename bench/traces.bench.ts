import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInForMany } from './administrator.ts';
import { load, processorMs } from './call-load.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { listProcesses, type RunningProduct, startProduct, withDataFolder } from './product.ts';

const LOAD = { connections: 10, seconds: 1 };
const TURNS = 6;
/** Spans are sent, and usage is noted, up to five seconds after the request that they are of. */
const LATER_MS = 6_000;
/**
 * Code that runs for one request in fifty has what surrounds it compiled again: in the first seconds traces seem to cost
 * twice as much.
 */
const WARM_UPS = 9;
const ROUNDS = 9;
const paths = [
  ['GET', '/auth/v1/sessions'],
  ['POST', '/services/hyper-dispatch/invoke/greet'],
] as const;
/** What traces may cost, of the processor time of a request. */
const MOST = 1.03;

const subjects = [
  { name: 'A list: processor time with traces', unit: 'ms' },
  { name: 'A list: processor time without', unit: 'ms' },
  { name: 'A list: with traces, of without', unit: '', limit: MOST },
  { name: 'A call of a function: processor time with traces', unit: 'ms' },
  { name: 'A call of a function: processor time without', unit: 'ms' },
  { name: 'A call of a function: with traces, of without', unit: '', limit: MOST },
] as const;

export const benchmark: Benchmark = {
  name: 'traces',
  title: 'What traces cost',
  about: `\`GET /auth/v1/sessions\` and a call of a function through the platform, each over ${LOAD.connections} connections, in ${TURNS} turns of ${LOAD.seconds} s a round, after ${WARM_UPS} that do not count, against a product that sends traces to a collector with the share that is set by default (one request in fifty) and against the same product without. Two starts of one program differ by up to a tenth from their beginning to their end, so there are many rounds, each with its own two starts, the one and the other first in turn. What counts is the processor time of all processes of the product, its database included, from the first of these turns to ${LATER_MS / 1000} s after the last, for one request: spans are sent, and usage is noted, a while after the request, when the other product has its turn.`,
  run: () => withDataFolder((folder) => withDataFolder((other) => measureTraces(folder, other))),
};

async function measureTraces(folder: string, other: string) {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  try {
    let round = 0;
    const measure = () => measureStarts(folder, other, { endpoint, isTracedFirst: round++ % 2 === 0 });
    return await measureRounds(subjects, measure, { warmUps: 1, repeats: ROUNDS });
  } finally {
    collector.close();
  }
}

async function measureStarts(
  folder: string,
  other: string,
  { endpoint, isTracedFirst }: { endpoint: string; isTracedFirst: boolean },
): Promise<number[]> {
  await using products = new AsyncDisposableStack();
  const start = async (dataFolder: string, settings?: Record<string, string>) => {
    const product = await startProduct(dataFolder, settings);
    products.defer(() => product.stop());
    return { product, token: await signInForMany(product.url) };
  };
  const startTraced = () => start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const early = isTracedFirst ? await startTraced() : undefined;
  const plain = await start(other);
  const traced = early ?? (await startTraced());
  const values: number[] = [];
  for (const [method, path] of paths) {
    const total = { withTraces: 0, without: 0 };
    let counters: { withTraces: ProcessorTime; without: ProcessorTime } | undefined;
    for (let turn = -WARM_UPS; turn < TURNS; turn += 1) {
      if (turn === 0) counters = { withTraces: countOf(traced.product), without: countOf(plain.product) };
      const first = turn % 2 === 0 ? await load(traced, { ...LOAD, method, path }) : 0;
      const second = await load(plain, { ...LOAD, method, path });
      const third = turn % 2 === 0 ? 0 : await load(traced, { ...LOAD, method, path });
      if (turn < 0) continue;
      total.withTraces += first + third;
      total.without += second;
    }
    await sleep(LATER_MS);
    const withTraces = (counters?.withTraces.readMs() ?? Number.NaN) / total.withTraces;
    const without = (counters?.without.readMs() ?? Number.NaN) / total.without;
    values.push(withTraces, without, withTraces / without);
  }
  return values;
}

type ProcessorTime = ReturnType<typeof countOf>;

/** What a product uses from now on. Connections of the database are processes that come, and go with what they have used. */
function countOf({ child }: RunningProduct) {
  const read = () => new Map(listProcesses(child.pid ?? 0).map((id) => [id, processorMs([id])]));
  const before = read();
  return {
    readMs: () => [...read()].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0),
  };
}
