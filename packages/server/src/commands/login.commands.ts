import { hostname } from 'node:os';
import { deleteCurrentKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { KEY_LABEL_MAX_LENGTH, KeyPermissions } from '@atrium/contract/access-keys/own-key-fields';
import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { getUser } from '@atrium/contract/accounts/user';
import { namesWithCodes, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { StartError } from '@atrium/host/start-error';
import type { Config } from '../config.ts';
import type { Command } from './command.ts';
import { askForKey } from './login.ts';
import {
  deleteLogin,
  type Login,
  loginFileOf,
  prepareLoginFolder,
  readLogin,
  writeLogin,
} from './login-file.ts';
import { originOf, RemoteError } from './remote-client.ts';
import { addressOf, createLoginClient, getLogin } from './signed-in-client.ts';

/** Permissions of developers: sufficient for every command that runs over HTTP. */
const DEFAULT_PERMISSIONS = BUILT_IN_ROLES.find(({ name }) => name === 'ROLE_DEV')?.permissions ?? [];

/** Returns the permissions that a login requests: those of `--permissions`, or the developers'. */
function readPermissions(given: string | undefined): Permission[] {
  if (given === undefined) return [...DEFAULT_PERMISSIONS];
  const parsed = KeyPermissions.safeParse(given.split(',').map((name) => name.trim()));
  if (parsed.success) return parsed.data;
  throw new StartError(
    `--permissions takes codes with commas between them, such as tests.read,tests.run. There are: ${namesWithCodes(PERMISSIONS)}.`,
  );
}

export const loginCommands: Command[] = [
  {
    noun: 'login',
    verb: '',
    operands: [],
    options: ['url', 'name', 'permissions'],
    flags: ['no-browser'],
    summary: 'sign this machine in: someone allows it in a browser, here or elsewhere',
    async runRemotely(config, _operands, options, print) {
      await requireSignedOut(config);
      await prepareLoginFolder(config);
      const url = originOf(options['url'] ?? addressOf(config));
      const label = (options['name'] ?? `Command line on ${hostname()}`).slice(0, KEY_LABEL_MAX_LENGTH);
      const permissions = readPermissions(options['permissions']);
      const mayOpenBrowser = options['no-browser'] !== 'true';
      const { key, token } = await askForKey({ url, label, permissions, mayOpenBrowser, print });
      await keepLogin(config, { url, token });
      print(`Signed in with the API key "${key.label}", valid ${until(key.expiresOn)}.`);
      print(`It is kept in ${loginFileOf(config)}.`);
      return true;
    },
  },
  {
    noun: 'logout',
    verb: '',
    operands: [],
    summary: 'sign this machine out: delete its API key, here and at Atrium',
    async runRemotely(config, _operands, _options, print) {
      try {
        await createLoginClient(await getLogin(config)).call(deleteCurrentKey, {});
      } catch (error) {
        // Someone deleted the key in the browser, or it has expired.
        if (!(error instanceof RemoteError) || error.status !== 401) throw error;
      }
      await deleteLogin(config);
      print('Signed out.');
      return true;
    },
  },
  {
    noun: 'whoami',
    verb: '',
    operands: [],
    summary: 'say who this machine is signed in as, and what it may do',
    async runRemotely(config, _operands, _options, print) {
      const login = await getLogin(config);
      const client = createLoginClient(login);
      const { username, domain, permissions } = await client.call(getUser, {});
      const key = (await client.call(listOwnKeys, {})).find(({ isCurrent }) => isCurrent);
      print(`${username} in the domain ${domain} at ${login.url}`);
      if (key !== undefined) print(`API key "${key.label}", valid ${until(key.expiresOn)}`);
      print(`May do: ${permissions.join(', ') || 'nothing any more'}`);
      return true;
    },
  },
];

function until(expiresOn: string | null): string {
  return expiresOn === null ? 'until it is deleted' : `until ${expiresOn.slice(0, 10)}`;
}

/** A key that cannot be kept is of no use to anyone. */
async function keepLogin(config: Config, login: Login): Promise<void> {
  try {
    await writeLogin(config, login);
  } catch (error) {
    await createLoginClient(login).call(deleteCurrentKey, {});
    throw new StartError(`The API key could not be kept: ${(error as Error).message}.`);
  }
}

/** Throws if someone is signed in: their key would be lost, and stay valid. */
async function requireSignedOut(config: Config): Promise<void> {
  const login = await readLogin(config);
  if (login === undefined) return;
  throw new StartError(`You are signed in at ${login.url}. Sign out first: npm run atrium -- logout`);
}
