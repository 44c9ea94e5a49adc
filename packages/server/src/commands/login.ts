import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { collectKey, createKeyRequest } from '@atrium/contract/access-keys/key-request';
import type { CollectedKey } from '@atrium/contract/access-keys/key-request-fields';
import { keyPaths } from '@atrium/contract/key-paths';
import type { Permission } from '@atrium/contract/permissions';
import { StartError } from '@atrium/host/start-error';
import { createRemoteClient, hasNoResponse, type RemoteClient } from './remote-client.ts';

type Allowed = Extract<CollectedKey, { status: 'allowed' }>;

/** Request of the command. */
interface Request {
  url: string;
  label: string;
  permissions: Permission[];
  mayOpenBrowser: boolean;
  print: (line: string) => void;
}

/** Asks for an API key, and waits until a person has allowed it in a browser, on whatever machine. */
export async function askForKey({
  url,
  label,
  permissions,
  mayOpenBrowser,
  print,
}: Request): Promise<Allowed> {
  const client = createRemoteClient(url);
  const asked = await client.call(createKeyRequest, { body: { label, permissions } });
  // Built here and not read from the response, so that a server cannot redirect the browser elsewhere.
  const page = `${url}${keyPaths.allow(asked.userCode)}`;
  print(`Open ${page}`);
  print(`in a browser and check that it shows the code ${asked.userCode}. Waiting …`);
  if (mayOpenBrowser) openBrowser(page);
  const until = Date.now() + asked.expiresInSeconds * 1000;
  let wasLost = false;
  while (Date.now() < until) {
    await wait(asked.pollSeconds * 1000);
    const collected = await collect(client, asked.deviceCode);
    if (collected?.status === 'allowed') return collected;
    if (collected?.status === 'refused') throw new StartError('The request was refused in the browser.');
    if (collected?.status === 'over') break;
    wasLost = collected === undefined;
  }
  // The key comes with one answer only.
  throw new StartError(
    wasLost
      ? `A response from ${url} was lost. If you allowed the request, delete the API key "${label}" there, and start again.`
      : 'No one allowed the request in time. Start again.',
  );
}

async function collect(client: RemoteClient, deviceCode: string): Promise<CollectedKey | undefined> {
  try {
    return await client.call(collectKey, { body: { deviceCode } });
  } catch (error) {
    if (!hasNoResponse(error)) throw error;
    return undefined;
  }
}

/** Without a browser, as over SSH, the printed address suffices. */
function openBrowser(page: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(program, [page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
