import type { PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { InvocationsTables } from './invocations.tables.ts';

/** What the log of calls holds of a person. */
export const invocationsPersonTables: PersonTables<InvocationsTables> = {
  invocation: {
    list: 'functionCalls',
    about: 'Calls of functions that you or your access keys made lately, with input and result.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and user_id = ${userId}`,
    order: ['serviceId', 'id'],
    columns: {
      domainId: true,
      serviceId: true,
      id: true,
      function: true,
      event: true,
      version: true,
      userId: true,
      source: true,
      status: true,
      durationMs: true,
      memoryBytes: true,
      error: true,
      input: true,
      result: true,
      console: true,
      failure: true,
      bytes: { without: 'How much of the log it takes.' },
      search: { without: 'The words of the same call, for searches.' },
    },
  },
  invocationLog: 'How much of its log a domain uses.',
  functionDay: 'Calls of each function by the day, whoever made them.',
  serviceHour: 'Calls of all functions by the hour, whoever made them.',
};
