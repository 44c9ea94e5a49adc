import { Username } from '@atrium/contract/accounts/fields';
import { StartError } from '@atrium/host/start-error';
import { createAdministrator } from '../accounts/people/administrator.ts';
import type { Command } from './command.ts';

export const userCommands: Command[] = [
  {
    noun: 'user',
    verb: 'reset-factors',
    operands: ['<username>'],
    summary: 'remove the second factors of a user who has lost them, and end their sessions',
    async run({ accounts }, [username = '']) {
      await accounts.factorResets.resetByName(username);
      return `${username} signs in without a second factor from now on, or is asked to add one.`;
    },
  },
  {
    noun: 'user',
    verb: 'reset-password',
    operands: ['<username>'],
    summary: 'give an administrator who has lost theirs a random password, and end their sessions',
    async run({ accounts, random }, [username = '']) {
      const password = random.token().slice(0, 20);
      await accounts.passwordResets.resetAdministrator(username, password);
      return `Administrator: ${username}\nPassword:      ${password}`;
    },
  },
  {
    noun: 'user',
    verb: 'revoke-admin',
    operands: ['<username>'],
    summary:
      'remove the rights of an administrator, and everything that signs them in: sessions, factors, keys, links',
    async run({ accounts: { administratorRights }, deleteKeysOfPerson }, [name = '']) {
      const revoked = await administratorRights.revoke(name, deleteKeysOfPerson);
      const { username, left, isRemoved } = revoked;
      const rest = isRemoved
        ? 'can no longer sign in'
        : 'signs in again once they have chosen a new password, with "Forgot password?"';
      const others = left.length === 0 ? '' : `\nAccess keys that they stored still work: ${left.join(', ')}`;
      return `${username} is no longer an administrator and ${rest}.${others}`;
    },
  },
  {
    noun: 'user',
    verb: 'create-admin',
    operands: ['<username>'],
    summary: 'create an administrator, with ATRIUM_ADMIN_PASSWORD or a random password',
    async run({ db, clock, random, audit, accounts, config }, [given]) {
      const { success, data: username, error } = Username.safeParse(given);
      if (!success) throw new StartError(error.issues[0]?.message ?? 'This is not a username.');
      const password = config.adminPassword ?? random.token().slice(0, 20);
      const parts = { clock, random, audit, passwords: accounts.passwords };
      await createAdministrator(db, parts, { username, password });
      const shown = config.adminPassword === undefined ? password : 'as set by ATRIUM_ADMIN_PASSWORD';
      return `Administrator: ${username}\nPassword:      ${shown}`;
    },
  },
];
