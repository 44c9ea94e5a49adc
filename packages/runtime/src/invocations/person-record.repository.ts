import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { InvocationsTables } from './invocations.tables.ts';

/** Records of a person in the log of calls. */
export const invocationsPersonTables: PersonTables<InvocationsTables> = {
  invocation: {
    list: 'functionCalls',
    about: 'Calls of functions that you or your access keys made lately, with input and result.',
    whose: ownedBy('userId'),
    order: ['serviceId', 'id'],
    except: { bytes: 'How much of the log it takes.' },
  },
  invocationLog: 'How much of its log a domain uses.',
  functionDay: 'Calls of each function by the day, whoever made them.',
  serviceHour: 'Calls of all functions by the hour, whoever made them.',
  refusedRequest: 'Refused requests to addresses of functions by the day and reason, whoever made them.',
};
