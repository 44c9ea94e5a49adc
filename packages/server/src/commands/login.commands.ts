import { hostname } from 'node:os';
import { deleteCurrentKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { KEY_LABEL_MAX_LENGTH } from '@atrium/contract/access-keys/own-key-fields';
import { getUser } from '@atrium/contract/accounts/user';
import type { Command } from './command.ts';
import { keepLogin, requireSignedOut } from './kept-login.ts';
import { askForKey } from './login.ts';
import { deleteLogin, loginFileOf, prepareLoginFolder } from './login-file.ts';
import { readPermissions } from './login-permissions.ts';
import { originOf, RemoteError } from './remote-client.ts';
import { addressOf, createLoginClient, getLogin } from './signed-in-client.ts';

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
      print(`Signed in with the access key "${key.label}", valid ${until(key.expiresOn)}.`);
      print(`It is kept in ${loginFileOf(config)}.`);
      return true;
    },
  },
  {
    noun: 'logout',
    verb: '',
    operands: [],
    summary: 'sign this machine out: delete its access key, here and at Atrium',
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
      if (key !== undefined) print(`Access key "${key.label}", valid ${until(key.expiresOn)}`);
      print(`May do: ${permissions.join(', ') || 'nothing any more'}`);
      return true;
    },
  },
];

function until(expiresOn: string | null): string {
  return expiresOn === null ? 'until it is deleted' : `until ${expiresOn.slice(0, 10)}`;
}
