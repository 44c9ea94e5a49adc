import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSocketFolder, removeSocketFolder } from '@atrium/host/socket-folder';
import type { SshAddress } from '../git-address.ts';
import type { NetworkAccess } from '../git-environment.ts';
import { publicKeyOf } from './deploy-key.ts';
import { openSshAgent } from './ssh-agent.ts';
import type { TunnelEnds } from './ssh-tunnel.ts';

const TUNNEL = fileURLToPath(new URL('ssh-tunnel.ts', import.meta.url));

/** The name under which ssh knows the one host of a process, whatever its address. */
const HOST_ALIAS = 'atrium-git-host';

export interface SshAccess extends AsyncDisposable {
  network: NetworkAccess;
  /** The key that the host has shown, once git has run without a confirmed one. */
  readShownKey(): Promise<string | undefined>;
}

interface SshOptions {
  address: SshAddress;
  privateKey: string;
  /** Undefined to learn it: then nothing is signed. */
  hostKey: string | undefined;
  proxyUrl: string;
}

/** Arranges ssh for one git process: nothing of the machine's or a user's configuration takes part. */
export async function openSshAccess({
  address,
  privateKey,
  hostKey,
  proxyUrl,
}: SshOptions): Promise<SshAccess> {
  const folder = makeSocketFolder('ssh');
  await using opened = new AsyncDisposableStack();
  opened.defer(() => removeSocketFolder(folder));
  const place = (name: string) => join(folder, name);
  await mkdir(place('known'), { mode: 0o700 });
  const knownHosts = place('known/hosts');
  if (hostKey !== undefined) {
    await writeFile(knownHosts, `${HOST_ALIAS} ${hostKey}\n`, { mode: 0o600 });
    await writeFile(place('key.pub'), `${publicKeyOf(privateKey)}\n`, { mode: 0o600 });
    opened.use(await openSshAgent(privateKey, place('agent')));
  }
  const options = {
    ...OPTIONS,
    UserKnownHostsFile: file(knownHosts),
    ProxyCommand: [process.execPath, TUNNEL, place('tunnel')].map(quote).join(' ').replaceAll('%', '%%'),
    ...(hostKey === undefined
      ? { StrictHostKeyChecking: 'accept-new', PreferredAuthentications: 'none', IdentityAgent: 'none' }
      : {
          StrictHostKeyChecking: 'yes',
          PreferredAuthentications: 'publickey',
          IdentityAgent: file(place('agent')),
          IdentityFile: file(place('key.pub')),
        }),
  };
  const shown = Object.entries(options).map(([name, value]) => `-o ${quote(`${name}=${value}`)}`);
  const { host, port, url } = address;
  const ends: TunnelEnds = { proxyUrl, target: `${host}:${port}` };
  await writeFile(place('tunnel'), JSON.stringify(ends), { mode: 0o600 });
  const rest = opened.move();
  return {
    network: {
      kind: 'ssh',
      command: ['ssh', '-F', 'none', ...shown].join(' '),
      remoteUrl: url,
    },
    async readShownKey() {
      const text = await readFile(knownHosts, 'utf8').catch(() => '');
      return /^\S+ (\S+ \S+)/.exec(text)?.[1];
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

const OPTIONS = {
  BatchMode: 'yes',
  CheckHostIP: 'no',
  ClearAllForwardings: 'yes',
  ControlMaster: 'no',
  ControlPath: 'none',
  ForwardAgent: 'no',
  ForwardX11: 'no',
  GlobalKnownHostsFile: '/dev/null',
  HostKeyAlias: HOST_ALIAS,
  IdentitiesOnly: 'yes',
  LogLevel: 'ERROR',
  PermitLocalCommand: 'no',
  ProxyUseFdpass: 'no',
  Tunnel: 'no',
  UpdateHostKeys: 'no',
  VerifyHostKeyDNS: 'no',
};

/** Quotes for the shell that git and ssh start commands with. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A path in an option of ssh. */
const file = (path: string) => `"${path.replaceAll('%', '%%')}"`;
