import { signInForMany } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { fromAnotherAddress, processorMs, sendLoad } from './call-load.ts';
import { listProcesses, startProduct, startReference, withDataFolder } from './product.ts';

const SECONDS = 5;
const CONNECTIONS = 10;

const subjects = [
  { name: 'Function call through the platform', unit: 'requests/s' },
  { name: 'Bare reverse proxy before a bare echo', unit: 'requests/s', isReference: true },
  { name: 'Bare node:http echo', unit: 'requests/s' },
  { name: 'Call as a share of the bare proxy', unit: '', limit: 0.4, isAtLeast: true },
  { name: 'Bare proxy before an echo by another process', unit: 'requests/s' },
  { name: 'Two-process echo as a share of the bare proxy', unit: '' },
  { name: 'Call as a share of the two-process echo', unit: '' },
  { name: 'Function call through the platform: median latency', unit: 'ms' },
  { name: 'Bare reverse proxy: median latency', unit: 'ms' },
  { name: 'Processor time of a call, all processes', unit: 'ms' },
  { name: 'Processor time of the platform’s process for a call', unit: 'ms' },
  { name: 'Processor time of a proxied echo, both processes', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'platform-call',
  title: 'A function called through the platform',
  about: `\`POST /services/hyper-dispatch/invoke/…\` at the platform's address, ${CONNECTIONS} connections, ${SECONDS} s a round: the platform verifies the caller and passes the call to the services process, which runs, meters and logs it. Reference: a bare \`node:http\` reverse proxy before a bare \`node:http\` echo. An echo behind another process shows the cost of that process. The platform, the services and the sandbox each read and write a call; these writes to sockets take most of its processor time.`,
  run: () => withDataFolder(measureCalls),
};

async function measureCalls(folder: string) {
  const product = await startProduct(folder);
  const echo = await startReference('bare-echo.mjs');
  const proxy = await startReference('bare-proxy.mjs', echo.url);
  const chain = await startReference('bare-chain.mjs');
  const chainProxy = await startReference('bare-proxy.mjs', chain.url);
  try {
    const token = await signInForMany(product.url, '2001:db8::1');
    return await measureRounds(
      subjects,
      async () => {
        const platform = [product.child.pid ?? 0];
        const before = [processorMs(listProcesses(platform[0] ?? 0)), processorMs(platform)] as const;
        const ours = await load(`${product.url}/services/hyper-dispatch/invoke/greet`, token);
        const calls = ours.rate * SECONDS;
        const allMs = (processorMs(listProcesses(platform[0] ?? 0)) - before[0]) / calls;
        const platformMs = (processorMs(platform) - before[1]) / calls;
        const references = [proxy.child.pid ?? 0, echo.child.pid ?? 0];
        const referenceBefore = processorMs(references);
        const proxied = await load(proxy.url, token);
        const proxiedMs = (processorMs(references) - referenceBefore) / (proxied.rate * SECONDS);
        const echoed = await load(echo.url, token);
        const chained = await load(chainProxy.url, token);
        return [
          ours.rate,
          proxied.rate,
          echoed.rate,
          ours.rate / proxied.rate,
          chained.rate,
          chained.rate / proxied.rate,
          ours.rate / chained.rate,
          ours.p50,
          proxied.p50,
          allMs,
          platformMs,
          proxiedMs,
        ];
      },
      { warmUps: 1, repeats: 5 },
    );
  } finally {
    for (const reference of [chainProxy, chain, proxy, echo]) reference.stop();
    await product.stop();
  }
}

function load(url: string, token: string) {
  return sendLoad({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
        setupRequest: fromAnotherAddress,
      },
    ],
  });
}
