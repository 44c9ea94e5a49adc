import type { DevelopmentMail } from '@atrium/contract/accounts/dev-mailbox';
import { deleteOldRows } from '../database/old-rows.ts';
import type { Store } from '../database/schema.ts';
import type { MailMessage } from './mail-provider.ts';

const SHOWN_MAILS = 200;

export async function insertDevelopmentMail(
  db: Store,
  id: string,
  mail: MailMessage,
  createdOn: Date,
): Promise<void> {
  const { to, subject, text = '', html = '', attachments = [] } = mail;
  const names = attachments.map(({ name }) => name);
  await db
    .insertInto('developmentMails')
    .values({ id, toAddress: to, subject, text, html, attachments: names, createdOn })
    .execute();
}

/** The latest mails, newest first. */
export async function listDevelopmentMails(db: Store): Promise<DevelopmentMail[]> {
  const rows = await db
    .selectFrom('developmentMails')
    .select(['toAddress as to', 'subject', 'text', 'html', 'attachments', 'createdOn as at'])
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAILS)
    .execute();
  return rows.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
}

export async function deleteOldDevelopmentMails(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'developmentMails', column: 'createdOn', before });
}
