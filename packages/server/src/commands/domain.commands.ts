import { LIMITS, LimitName } from '@atrium/contract/limits/limit';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import { StartError } from '@atrium/host/start-error';
import { changeDomainSettings, findMember } from '../accounts/domains/domain-settings.ts';
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
  {
    noun: 'domain',
    verb: 'reopen',
    operands: ['<username>'],
    summary: 'reopen the domain that its owner closed, as long as its content is there',
    async run({ closedDomains }, [username = '']) {
      const domain = await closedDomains.reopen(username);
      return `The domain ${domain} is open again. Its people sign in as before.`;
    },
  },
  {
    noun: 'domain',
    verb: 'limits',
    operands: ['<username>'],
    summary: "show the limits of a user's domain and how much of each is used",
    async run({ db, limitUses }, [username = '']) {
      const owner = await findMember(db, username);
      const limits = await limitUses.list(owner);
      return limits
        .map(({ name, unit, used, limit }) => {
          const amount = used === null ? 'unknown' : limitAmount(used, unit);
          return `${name}\t${amount} of ${limitAmount(limit, unit)}\t(${limit})`;
        })
        .join('\n');
    },
  },
  {
    noun: 'domain',
    verb: 'set-limit',
    operands: ['<username>', '<limit>', '<value>'],
    summary: "change a limit of a user's domain; the value is a number (of bytes or seconds) or: default",
    async run({ db, limits }, [username = '', given = '', value = '']) {
      const name = LimitName.safeParse(given);
      if (!name.success) throw new StartError(`The limits are: ${LimitName.options.join(', ')}.`);
      const limit = value === 'default' ? null : Number(value);
      if (limit !== null && !/^\d{1,15}$/.test(value)) {
        throw new StartError(`"${value}" is neither a whole number nor: default.`);
      }
      const { domainId, domain } = await findMember(db, username);
      await limits.update({ userId: null }, domainId, { name: name.data, limit });
      const shown = limitAmount(await limits.get(domainId, name.data), LIMITS[name.data].unit);
      return `The limit ${name.data} of the domain ${domain} is ${shown}.`;
    },
  },
];
