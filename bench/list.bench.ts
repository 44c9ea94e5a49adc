import type { ChildProcess } from 'node:child_process';
import { signIn } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { fromAnotherAddress, processorMs, sendLoad } from './call-load.ts';
import { listProcesses, readText, startProduct, startReference, withDataFolder } from './product.ts';

const SECONDS = 5;
const CONNECTIONS = 16;
const SESSIONS = 10;

const subjects = [
  { name: 'GET /auth/v1/sessions, signed in', unit: 'requests/s' },
  { name: 'Same rows over bare node:http', unit: 'requests/s', isReference: true },
  { name: 'List as a share of bare node:http', unit: '', limit: 0.65, isAtLeast: true },
  { name: 'GET /auth/v1/sessions: median latency', unit: 'ms' },
  { name: 'Bare node:http: median latency', unit: 'ms' },
  { name: 'Processor time of the product’s process for a request', unit: 'ms' },
  { name: 'Processor time of the bare process for a request', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'list',
  title: 'An authenticated list over HTTP',
  about: `Lists ${SESSIONS} rows from PostgreSQL per request, ${CONNECTIONS} connections, ${SECONDS} s a round. The product verifies the token and the caller's permissions, checks the response against the contract and logs. Reference: bare \`node:http\` with the same driver, pool size and prepared statement.`,
  run: () => withDataFolder(measureLists),
};

async function measureLists(folder: string) {
  const product = await startProduct(folder);
  try {
    const token = await openSessions(product.url);
    const bare = await startReference('bare-list.mjs', findSocketFolder(product.child.pid ?? 0));
    try {
      return await measureRounds(
        subjects,
        async () => {
          const headers = { authorization: `Bearer ${token}` };
          const ours = await load(product.child, `${product.url}/auth/v1/sessions`, headers);
          const theirs = await load(bare.child, bare.url, {});
          const rates = [ours.rate, theirs.rate, ours.rate / theirs.rate];
          return [...rates, ours.p50, theirs.p50, ours.cpuMs, theirs.cpuMs];
        },
        { warmUps: 1, repeats: 5 },
      );
    } finally {
      bare.stop();
    }
  } finally {
    await product.stop();
  }
}

/** Signs the administrator in from ten browsers and answers the token of the last. */
async function openSessions(url: string): Promise<string> {
  let token = '';
  for (let index = 0; index < SESSIONS; index++) {
    token = await signIn(url, `2001:db8::${index + 1}`);
  }
  return token;
}

/** The embedded PostgreSQL names its socket in its own command line. */
function findSocketFolder(productProcess: number): string {
  const name = 'unix_socket_directories=';
  for (const id of listProcesses(productProcess)) {
    const argument = readText(`/proc/${id}/cmdline`)
      .split('\0')
      .find((each) => each.startsWith(name));
    if (argument !== undefined) return argument.slice(name.length);
  }
  throw new Error('the embedded PostgreSQL was not found among the processes of the product');
}

async function load({ pid = 0 }: ChildProcess, url: string, headers: Record<string, string>) {
  const before = processorMs([pid]);
  const sent = await sendLoad({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ headers, setupRequest: fromAnotherAddress }],
  });
  return { ...sent, cpuMs: (processorMs([pid]) - before) / (sent.rate * SECONDS) };
}
