import type { PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { AuditTables } from './audit.tables.ts';

/** What the log holds of a person. Entries by others, also about this person, are theirs. */
export const auditPersonTables: PersonTables<AuditTables> = {
  logEntries: {
    list: 'log',
    about: 'What you changed in your domain, as the log has it.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and user_id = ${userId}`,
    order: ['createdOn', 'id'],
    except: {
      impersonatorId: { flag: 'wasDoneByAnotherAsYou' },
      stackTrace: 'It is about the program, for those who mend it.',
    },
  },
};
