import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Caller, call, signIn } from './administrator.ts';
import { fromAnotherAddress, processorMs } from './call-load.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { type RunningProduct, readText, startAndWait, withDataFolder } from './product.ts';

const SECONDS = 5;
const CONNECTIONS = 16;
const CHILD = { username: 'bench-child', password: 'a passphrase of the bench' };

const subjects = [
  { name: 'Processor time of the call', unit: 'ms', isReference: true },
  { name: 'Looking up permissions and asking for one', unit: 'ms' },
  { name: 'Share of the call that permissions cost', unit: '', limit: 0.03 },
] as const;

export const benchmark: Benchmark = {
  name: 'permissions',
  title: 'What permissions cost a signed-in list',
  about: `\`GET /auth/v1/people\` by a child user whose permission comes from a role of the domain, over ${CONNECTIONS} connections for ${SECONDS} s a round. A program that is loaded before the product adds up how long it takes to look up what the caller may do, until that is there, and to ask whether the endpoint's permission is among it. The clock is read each time, which counts too: the share is an upper bound. It is compared with the processor time of the web process, because what else the machine does disturbs that least.`,
  run: () => withDataFolder(measure),
};

async function measure(folder: string) {
  const file = join(folder, 'permission-times');
  process.env['PERMISSION_TIMES'] = file;
  const hooks = join(import.meta.dirname, 'timed-permissions.mjs');
  const program = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts');
  const product = await startAndWait(['--import', hooks, program], '/health/ready', folder);
  try {
    const token = await inviteAndSignIn({ url: product.url, token: await signIn(product.url) });
    return await measureRounds(
      subjects,
      async () => {
        const { callMs, permissionMs } = await load(product, token, () => Number(readText(file)));
        return [callMs, permissionMs, permissionMs / callMs];
      },
      { warmUps: 1, repeats: 5 },
    );
  } finally {
    await product.stop();
  }
}

/** A child user with one role of the domain's own, which may list its people. */
async function inviteAndSignIn(administrator: Caller): Promise<string> {
  const role = { label: 'Reader', permissions: ['people.read'] };
  const { name } = await call<{ name: string }>(administrator, 'POST', '/auth/v1/roles', role);
  const child = { ...CHILD, email: 'child@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  await call(administrator, 'POST', '/auth/v1/user/children', { ...child, roles: [name] });
  const visitor = { url: administrator.url };
  const token = await readInvitation(visitor.url);
  await post(visitor, '/auth/v1/password/reset', { token, password: CHILD.password });
  const { token: access } = (await (await post(visitor, '/auth/v1/login', CHILD)).json()) as {
    token: string;
  };
  return access;
}

async function readInvitation(url: string): Promise<string> {
  for (;;) {
    const mails = (await (await fetch(`${url}/console/v1/dev/mailbox`)).json()) as { text: string }[];
    const token = /[?&]token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function post({ url }: Pick<Caller, 'url'>, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function load(
  { url, child }: RunningProduct,
  token: string,
  readPermissionMs: () => number,
): Promise<{ callMs: number; permissionMs: number }> {
  const web = [child.pid ?? 0];
  const before = { used: processorMs(web), permissions: readPermissionMs() };
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/auth/v1/people`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ headers: { authorization: `Bearer ${token}` }, setupRequest: fromAnotherAddress }],
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`);
  return {
    callMs: (processorMs(web) - before.used) / requests.total,
    permissionMs: (readPermissionMs() - before.permissions) / requests.total,
  };
}
