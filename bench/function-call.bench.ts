import type { ChildProcess } from 'node:child_process';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { processorMs, sendLoad } from './call-load.ts';
import { listProcesses, startReference } from './product.ts';
import { importFiles, withServices } from './services.ts';

const SECONDS = 5;
const CONNECTIONS = 50;
const BODY = JSON.stringify({ id: 4711, name: 'Ada', tags: ['a', 'b'] });

const subjects = [
  { name: 'Warm call', unit: 'requests/s' },
  { name: 'Bare node:http echo', unit: 'requests/s', isReference: true },
  { name: 'Call as a share of bare node:http', unit: '', limit: 0.4, isAtLeast: true },
  { name: 'Call without metering', unit: 'requests/s' },
  { name: 'Cost of metering as a share of a call', unit: '', limit: 0.05 },
  { name: 'Processor time of a call, services and sandbox', unit: 'ms' },
  { name: 'Processor time of an echo', unit: 'ms' },
  { name: 'Processor time of a call without metering', unit: 'ms' },
  { name: 'Median latency', unit: 'ms' },
  { name: '99th percentile of the latency', unit: 'ms', limit: 25 },
] as const;

export const benchmark: Benchmark = {
  name: 'function-call',
  title: 'A warm call of a function',
  about: `\`POST …/invoke/echo\` of a function that returns its input, ${CONNECTIONS} connections, ${SECONDS} s a round, with token check, sandbox, metering and log. Reference: bare \`node:http\` that echoes the body. A run without metering shows its cost.`,
  run: () =>
    withServices(async ({ url, child, startUnmetered, tokenFor }) => {
      const token = await tokenFor('bench');
      await importFiles(url, token, { 'functions/echo.js': 'export default (input) => input;\n' });
      const unmetered = await startUnmetered();
      const echo = await startReference('bare-echo.mjs');
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
  const sent = await sendLoad({
    url,
    method: 'POST',
    body: BODY,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  return { ...sent, cpuMs: (used() - before) / (sent.rate * SECONDS) };
}
