import { call, signInForMany } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { fromAnotherAddress, sendLoad } from './call-load.ts';
import { startProduct, withDataFolder } from './product.ts';

const SECONDS = 5;
const CONNECTIONS = 10;

const subjects = [
  { name: 'Function called at its public address', unit: 'requests/s' },
  {
    name: 'The same function called with a token through the platform',
    unit: 'requests/s',
    isReference: true,
  },
  { name: 'Public address as a share of the call', unit: '', limit: 0.9, isAtLeast: true },
  { name: 'Public address: median latency', unit: 'ms' },
  { name: 'Call with a token: median latency', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'public-address',
  title: 'A function called at its public address',
  about: `\`POST\` with a short JSON body at the address of a function, ${CONNECTIONS} connections, ${SECONDS} s a round. Reference: the same function called with an access token through the platform.`,
  run: () => withDataFolder(measureAddress),
};

const SOURCE = 'export default ({ name }) => ({ greeting: `Hello ${name ?? "there"}!` });';
const META = "export default { http: { path: '/bench', access: 'public' } };";

async function measureAddress(folder: string) {
  const product = await startProduct(folder);
  try {
    const { url } = product;
    const token = await signInForMany(url, '2001:db8::1');
    const caller = { url, token };
    const { domainId } = await call<{ domainId: string }>(caller, 'GET', '/auth/v1/user');
    for (const name of [
      'addressCallsPerMinute',
      'addressCallsPerDay',
      'domainCallsPerMinute',
      'clientCallsPerMinute',
    ])
      await call(caller, 'PUT', `/console/v1/domain/${domainId}/limits`, { name, limit: 1_000_000_000 });
    const service = '/services/hyper-dispatch';
    const { version } = await call<{ version: number }>(caller, 'GET', `${service}/export/metadata`);
    const files = [
      { name: 'bench.js', action: 'remote', content: SOURCE },
      { name: 'bench.meta.js', action: 'remote', content: META },
    ];
    await call(caller, 'POST', `${service}/import`, {
      baseVersion: version,
      folders: [{ name: 'functions', files }],
    });
    const { url: functions } = await call<{ url: string }>(caller, 'GET', '/console/v1/functions-url');
    return await measureRounds(
      subjects,
      async () => {
        const ours = await load(`${functions}/bench`, {});
        const called = await load(`${url}${service}/invoke/bench`, { authorization: `Bearer ${token}` });
        return [ours.rate, called.rate, ours.rate / called.rate, ours.p50, called.p50];
      },
      { warmUps: 1, repeats: 5 },
    );
  } finally {
    await product.stop();
  }
}

function load(url: string, headers: Record<string, string>) {
  return sendLoad({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
        setupRequest: fromAnotherAddress,
      },
    ],
  });
}
