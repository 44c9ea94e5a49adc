import { SecretKeyFile } from '../secrets/secret-key-file.ts';
import type { Command } from './command.ts';

export const keyCommands: Command[] = [
  {
    noun: 'secret-key',
    verb: 'rotate',
    operands: [],
    summary: 'encrypt every secret in the database under a new key',
    async run({ secrets, config: { secretKey, dataFolder } }) {
      const done = `All secrets are encrypted under the key ${await secrets.rotate()}, which backups need from now on.`;
      const advice =
        secretKey === undefined
          ? `Copy ${new SecretKeyFile(dataFolder).path} now, apart from the backups: your former copy does not have this key. The keys before it are in that file as well, for backups from their time.`
          : 'Keep the key before it as long as you keep backups from its time.';
      return `${done}\n${advice}`;
    },
  },
  {
    noun: 'signing-key',
    verb: 'rotate',
    operands: [],
    flags: ['leaked'],
    summary:
      'sign access tokens with a new key, from a minute later on; with --leaked at once, and refuse all earlier tokens',
    async run({ tokens }, _, { leaked }) {
      return `Access tokens will be signed with the key ${await tokens.rotate({ isLeaked: leaked === 'true' })}.`;
    },
  },
  {
    noun: 'service',
    verb: 'rotate-key',
    operands: ['<id>'],
    summary: 'give a shipped service a new key to sign in with; its processes take it on while they run',
    async run({ accessKeys }, [id = '']) {
      return `The service ${id} signs in with the access key ${await accessKeys.rotateServiceKey(id)}.`;
    },
  },
];
