import type { PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { MailTables } from './mail.tables.ts';

export const mailPersonTables: Pick<PersonTables<Database>, keyof MailTables> = {
  developmentMails: {
    list: 'developmentMails',
    about: 'E-mails in the mailbox that takes the place of a mail server during development.',
    whose: ({ email }) => sql`lower(to_address) = lower(${email})`,
    order: ['id'],
    except: {
      text: 'Its links sign in, or set a password.',
      html: 'Its links sign in, or set a password.',
    },
  },
  mailCounts: 'Counters that limit mails to a mailbox; each starts again after 15 minutes.',
};
