import { changeDomainSettings } from '../accounts/domain-settings.ts';
import type { Command } from './command.ts';

export const domainCommands: Command[] = [
  {
    noun: 'domain',
    verb: 'set',
    operands: ['<username>'],
    options: ['host-name', 'default-path'],
    summary: "set a domain's host name and the page single sign-on lands on",
    async run({ db, audit }, [username = ''], options) {
      const { 'host-name': hostName, 'default-path': defaultPath } = options;
      const settings = await changeDomainSettings(db, audit, username, {
        // An empty one takes it back.
        ...(hostName === undefined ? {} : { hostName: hostName || null }),
        ...(defaultPath === undefined ? {} : { defaultPath }),
      });
      const host = settings.hostName ?? 'none of its own';
      return `Domain:       ${settings.domain}\nHost name:    ${host}\nDefault path: ${settings.defaultPath}`;
    },
  },
];
