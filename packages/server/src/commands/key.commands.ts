import type { Command } from './command.ts';

export const keyCommands: Command[] = [
  {
    noun: 'secret-key',
    verb: 'rotate',
    operands: [],
    summary: 'encrypt every secret in the database under a new key',
    async run({ secrets }) {
      return `All secrets are encrypted under the key ${await secrets.rotate()}.`;
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
