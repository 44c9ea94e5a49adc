import { StartError } from '@atrium/host/start-error';
import type { Config } from '../config.ts';
import { readKeyFile } from './key-file.ts';
import { type Login, readLogin } from './login-file.ts';
import { createRemoteClient, originOf, type RemoteClient } from './remote-client.ts';

/** Returns the stored login. Throws if nobody is signed in. */
export async function getLogin(config: Config): Promise<Login> {
  const login = await readLogin(config);
  if (login === undefined) throw new StartError('You are not signed in. Sign in: npm run atrium -- login');
  return login;
}

export function createLoginClient({ url, token }: Login): RemoteClient {
  return createRemoteClient(url, async () => token);
}

/** Signed in with the named access key, or else as `login` has. */
export async function createSignedInClient(
  config: Config,
  { url, 'key-id': keyId, key }: Record<string, string | undefined>,
): Promise<RemoteClient> {
  if (keyId !== undefined && key !== undefined) {
    return createRemoteClient(url ?? addressOf(config), await readKeyFile(keyId, key));
  }
  const login = await readLogin(config);
  if (login === undefined || keyId !== undefined || key !== undefined) {
    throw new StartError(
      'Sign in first (npm run atrium -- login), or name the id of an access key (--key-id) and the file with its private key (--key).',
    );
  }
  // A token goes only where it was made.
  if (url !== undefined && originOf(url) !== login.url) {
    throw new StartError(`You are signed in at ${login.url}, not at ${url}.`);
  }
  return createLoginClient(login);
}

/** Address of the Atrium that this machine's settings describe. */
export function addressOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}
