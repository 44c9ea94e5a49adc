import type { Command } from './command.ts';

export const databaseCommands: Command[] = [
  {
    noun: 'database',
    verb: 'migrate',
    operands: [],
    summary: 'update the database schema (happens automatically at startup)',
    // Opening the store has migrated it.
    run: async () => 'The database is up to date.',
  },
];
