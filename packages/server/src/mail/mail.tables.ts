import type { Time } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

export interface MailTables {
  mailCounts: {
    /** Kind of mail, mailbox and, if set, the user who caused the mails. */
    subject: string;
    mails: number;
    windowStartedOn: Time;
  };
  developmentMails: {
    id: string;
    toAddress: string;
    subject: string;
    text: string;
    html: string;
    attachments: Generated<string[]>;
    createdOn: Time;
  };
}
