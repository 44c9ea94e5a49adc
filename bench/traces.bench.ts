import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signIn } from './administrator.ts';
import { processorMsOfRequest } from './call-load.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const LOAD = { connections: 10, amount: 4_000 };
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
  about: `\`GET /auth/v1/sessions\` and a call of a function through the platform, ${LOAD.amount} of each over ${LOAD.connections} connections a round, once against a product that sends traces to a collector with the share that is set by default (one request in ten), once against the same product without. What counts is the processor time of all processes of the product, its database included, for one request.`,
  run: () => withDataFolder((folder) => withDataFolder((other) => measureTraces(folder, other))),
};

async function measureTraces(folder: string, other: string) {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  await using products = new AsyncDisposableStack();
  products.defer(() => void collector.close());
  const start = async (dataFolder: string, settings?: Record<string, string>) => {
    const product = await startProduct(dataFolder, settings);
    products.defer(() => product.stop());
    return { product, token: await signIn(product.url) };
  };
  const traced = await start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const plain = await start(other);
  let isFirst = true;
  return measureRounds(
    subjects,
    async () => {
      const values: number[] = [];
      for (const [method, path] of [
        ['GET', '/auth/v1/sessions'],
        ['POST', '/services/hyper-dispatch/invoke/greet'],
      ] as const) {
        // In turn: whoever comes second meets another machine.
        const order = isFirst ? [traced, plain] : [plain, traced];
        const times = new Map<unknown, number>();
        for (const each of order)
          times.set(each, await processorMsOfRequest(each, { ...LOAD, method, path }));
        const [withTraces = 0, without = 0] = [times.get(traced), times.get(plain)];
        values.push(withTraces, without, withTraces / without);
      }
      isFirst = !isFirst;
      return values;
    },
    { warmUps: 1, repeats: 7 },
  );
}
