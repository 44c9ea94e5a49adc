import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { processorMs } from './call-load.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { listProcesses, startReference } from './product.ts';
import { importFiles, withServices } from './runtime-services.ts';

const SECONDS = 5;
const CONNECTIONS = 50;
const BODY = JSON.stringify({ id: 4711, name: 'Ada', tags: ['a', 'b'] });

const subjects = [
  { name: 'Warm invoke of a function that returns its input', unit: 'requests/s' },
  { name: 'Bare node:http echo', unit: 'requests/s', isReference: true },
  { name: 'Invoke as share of the echo', unit: '', limit: 0.4, isAtLeast: true },
  { name: 'Invoke without metering', unit: 'requests/s' },
  { name: 'Share of a warm call that metering costs', unit: '', limit: 0.05 },
  { name: 'Processor time of an invoke, services and sandbox', unit: 'ms' },
  { name: 'Processor time of an echo', unit: 'ms' },
  { name: 'Processor time of an invoke without metering', unit: 'ms' },
  { name: 'Invoke: median latency', unit: 'ms' },
  { name: 'Invoke: 99th percentile of the latency', unit: 'ms', limit: 25 },
] as const;

export const benchmark: Benchmark = {
  name: 'runtime-invoke',
  title: 'A warm call of a function',
  about: `\`POST …/invoke/echo\` of a function that returns its input, over ${CONNECTIONS} connections for ${SECONDS} s a round: the token is verified, the function runs in the sandbox process, its use is recorded in the journal under its function before the answer leaves, and it is written to the log of calls. The reference is bare \`node:http\` that echoes the body. The same services without metering show what metering costs. The goal is a share of at least 0.4 of the echo. Client, services and sandbox share the machine.`,
  run: () =>
    withServices(async ({ url, child, startUnmetered, tokenFor }) => {
      const token = await tokenFor('bench');
      await importFiles(url, token, { 'functions/echo.js': 'export default (input) => input;\n' });
      const unmetered = await startUnmetered();
      const echo = await startReference('runtime-echo.mjs');
      try {
        return await measureRounds(
          subjects,
          async () => {
            const ours = await load(`${url}/invoke/echo`, token, child);
            const bare = await load(echo.url, token, echo.child);
            const without = await load(`${unmetered.url}/invoke/echo`, token, unmetered.child);
            // By processor time, which others on the machine disturb least.
            const cost = Math.max(0, 1 - without.cpuMs / ours.cpuMs);
            const rates = [ours.rate, bare.rate, ours.rate / bare.rate, without.rate, cost];
            return [...rates, ours.cpuMs, bare.cpuMs, without.cpuMs, ours.p50, ours.p99];
          },
          { warmUps: 1, repeats: 5 },
        );
      } finally {
        echo.stop();
      }
    }),
};

async function load(url: string, token: string, { pid = 0 }: ChildProcess) {
  // With those that it started.
  const used = () => processorMs(listProcesses(pid));
  const before = used();
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    method: 'POST',
    body: BODY,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  const cpuMs = (used() - before) / (requests.average * SECONDS);
  return { rate: requests.average, cpuMs, p50: latency.p50, p99: latency.p99 };
}
