import type { Command } from './command.ts';

export const databaseCommands: Command[] = [
  {
    noun: 'database',
    verb: 'migrate',
    operands: [],
    summary: 'bring the tables up to date; a start does that by itself',
    // Opening the store has migrated it.
    run: async () => 'The database is up to date.',
  },
];
