import { readFile } from 'node:fs/promises';
import { StartError } from '@atrium/host/start-error';
import { isPlain, UNLESS_TRUSTED } from '../plain-address.ts';
import type { RegisteredService } from '../services/services.service.ts';
import type { Command } from './command.ts';

export const serviceCommands: Command[] = [
  {
    noun: 'service',
    verb: 'register',
    operands: ['<address>'],
    options: ['key'],
    flags: ['trusted', 'replace'],
    summary:
      'register the service at this address; --key is the file with its public key, used to verify its usage reports; --trusted lets its pages do whatever the person who opens them can do; --replace takes the place of the one that has its id at another address',
    async run({ services, config }, [address = ''], { key, trusted, replace }) {
      if (!config.trustsNetwork && URL.canParse(address) && isPlain(address)) {
        throw new StartError(
          `A service at ${address} would be called on another machine without encryption; take an https address, or ${UNLESS_TRUSTED}`,
        );
      }
      const { id, name, hasUi, isTrusted } = await services.register(address, {
        isTrusted: trusted === 'true',
        isReplacement: replace === 'true',
        ...(key !== undefined && { publicKey: await readKey(key) }),
      });
      const pages = hasUi ? ` Its pages are ${isTrusted ? 'trusted like the console' : 'sandboxed'}.` : '';
      return `The service ${name} (${id}) at ${address} is part of the platform.${pages}`;
    },
  },
  {
    noun: 'service',
    verb: 'remove',
    operands: ['<id>'],
    summary: 'unregister a service',
    async run({ services }, [id = '']) {
      await services.delete(id);
      return `The service ${id} is no longer part of the platform.`;
    },
  },
  {
    noun: 'service',
    verb: 'list',
    operands: [],
    summary: 'show the services and where the platform reaches them',
    async run({ services }) {
      const all = await services.listRegistered();
      return all
        .map((service) =>
          [
            service.id,
            service.address ?? 'beside web, by the process that runs both',
            ...remarksOn(service),
          ].join('\t'),
        )
        .join('\n');
    },
  },
];

function remarksOn({ isShipped, hasUi, isTrusted }: RegisteredService): string[] {
  const pages = isTrusted ? 'trusted pages' : 'sandboxed pages';
  return [...(isShipped ? ['shipped'] : []), ...(hasUi ? [pages] : [])];
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`The key cannot be read: ${(error as Error).message}.`);
  }
}
