import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { AuditTables } from './audit.tables.ts';

/** Personal data in the log. Entries by others belong to the others, even if they are about this person. */
export const auditPersonTables: PersonTables<AuditTables> = {
  logEntries: {
    list: 'log',
    about: 'What you changed in your domain, as the log has it.',
    whose: ownedBy('userId'),
    order: ['createdOn', 'id'],
    except: {
      impersonatorId: { flag: 'wasDoneByAnotherAsYou' },
      stackTrace: 'It is about the program, for those who mend it.',
    },
  },
};
