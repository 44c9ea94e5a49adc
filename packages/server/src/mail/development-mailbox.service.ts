import type { DevelopmentMail } from '@atrium/contract/accounts/dev-mailbox';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { insertDevelopmentMail, listDevelopmentMails } from './development-mail.repository.ts';
import type { MailMessage } from './mail-provider.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
}

/** Mails that are kept in the database, where every process finds them, instead of being sent. */
export class DevelopmentMailbox {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  keep(message: MailMessage): Promise<void> {
    const { db, clock, random } = this.#parts;
    return insertDevelopmentMail(db, random.id(), message, clock.now());
  }

  /** The latest mails, newest first. */
  list(): Promise<DevelopmentMail[]> {
    return listDevelopmentMails(this.#parts.db);
  }
}
