import { readFile } from 'node:fs/promises';
import { StartError } from '@atrium/host/start-error';
import type { Command } from './command.ts';

export const serviceCommands: Command[] = [
  {
    noun: 'service',
    verb: 'register',
    operands: ['<address>'],
    options: ['key'],
    summary:
      'register the service at this address; --key is the file with its public key, used to verify its usage reports',
    async run({ services, accessKeys }, [address = ''], { key }) {
      const publicKey = key === undefined ? undefined : await readKey(key);
      const { id, name } = await services.register(address);
      if (publicKey !== undefined) await accessKeys.registerServiceKey(`service-${id}`, id, publicKey);
      return `The service ${name} (${id}) at ${address} is part of the platform.`;
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
        .map(({ id, address, isShipped }) => `${id}\t${address}${isShipped ? '\tshipped' : ''}`)
        .join('\n');
    },
  },
];

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`The key cannot be read: ${(error as Error).message}.`);
  }
}
