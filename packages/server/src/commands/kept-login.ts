import { deleteCurrentKey } from '@atrium/contract/access-keys/own-key';
import { StartError } from '@atrium/host/start-error';
import type { Config } from '../config.ts';
import { type Login, readLogin, writeLogin } from './login-file.ts';
import { createLoginClient } from './signed-in-client.ts';

/** A key that cannot be kept is of no use to anyone. */
export async function keepLogin(config: Config, login: Login): Promise<void> {
  try {
    await writeLogin(config, login);
  } catch (error) {
    await createLoginClient(login).call(deleteCurrentKey, {});
    throw new StartError(`The access key could not be kept: ${(error as Error).message}.`);
  }
}

/** Throws if someone is signed in: their key would be lost, and stay valid. */
export async function requireSignedOut(config: Config): Promise<void> {
  const login = await readLogin(config);
  if (login === undefined) return;
  throw new StartError(`You are signed in at ${login.url}. Sign out first: npm run atrium -- logout`);
}
