import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { fromAnotherAddress, sendLoad } from './call-load.ts';
import { proportionalMegabytes, startProduct, withDataFolder } from './product.ts';

const LOAD_SECONDS = 30;
const CONNECTIONS = 16;
const SETTLE_MS = 10_000;
const AFTER_MS = 60_000;

const subjects = [
  { name: 'Web and jobs, idle', unit: 'MB', isReference: true },
  { name: 'Web and jobs, a minute after load', unit: 'MB', limit: 250 },
  { name: 'Calls of the load', unit: 'requests/s' },
] as const;

export const benchmark: Benchmark = {
  name: 'memory',
  title: 'Memory after load',
  about: `Proportional set size of the process with the roles web and jobs: ${SETTLE_MS / 1000} s after \`npm start\`, which is the reference, and a minute after ${LOAD_SECONDS} s of signed-in lists and function calls over ${CONNECTIONS} connections.`,
  run: () => measureRounds(subjects, () => withDataFolder(measureMemory), { warmUps: 0, repeats: 3 }),
};

async function measureMemory(folder: string): Promise<number[]> {
  const product = await startProduct(folder);
  try {
    const process = [product.child.pid ?? 0];
    const token = await signIn(product.url, '2001:db8::1');
    await wait(SETTLE_MS);
    const idle = proportionalMegabytes(process);
    const rate = await load(product.url, token);
    await wait(AFTER_MS);
    return [idle, proportionalMegabytes(process), rate];
  } finally {
    await product.stop();
  }
}

async function load(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { rate } = await sendLoad({
    url,
    connections: CONNECTIONS,
    duration: LOAD_SECONDS,
    requests: [
      { path: '/auth/v1/sessions', headers, setupRequest: fromAnotherAddress },
      {
        method: 'POST',
        path: '/services/hyper-dispatch/invoke/greet',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
        setupRequest: fromAnotherAddress,
      },
    ],
  });
  return rate;
}
