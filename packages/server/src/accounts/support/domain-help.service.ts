import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Operator } from '../../http/caller.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import { findDirectoryEntry } from '../domains/domain-directory.repository.ts';
import { isManaged } from '../identity-providers/managed-account.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { findOwnUser } from '../people/user.repository.ts';
import { updateSessionsOfDomainEnded } from '../sessions/session.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  mails: AccountMails;
}

/** Administrators' help for people of a domain. */
export class DomainHelp {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends all open sessions of a domain, or one of them. Returns how many. */
  async endSessions(operator: Operator, id: string, sessionId?: string): Promise<number> {
    const { db, clock, audit } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      if ((await findDirectoryEntry(transaction, id)) === undefined) throw new NotFoundError();
      const end = { on: clock.now(), because: 'ended by an administrator' };
      const ended = await updateSessionsOfDomainEnded(transaction, id, end, sessionId);
      if (ended.length === 0) return 0;
      await audit.record(transaction, {
        caller: { ...operator, domainId: id },
        action: 'customer.end-sessions',
        message: ended.length === 1 ? 'Ended a session' : `Ended ${ended.length} sessions`,
        before: { ids: ended },
      });
      return ended.length;
    });
  }

  /** Sends the mail with which someone chooses a new password. */
  async sendReset(operator: Operator, id: string, userId: string): Promise<void> {
    const { db, audit, mails } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const account = await findOwnUser(transaction, { userId, domainId: id });
      if (account === undefined) throw new NotFoundError();
      if (!account.isConfirmed) {
        throw new UnprocessableError(`${account.username} has not confirmed their e-mail address yet.`);
      }
      if (await isManaged(transaction, account)) {
        throw new UnprocessableError(
          `${account.username} signs in with the identity provider of their domain and has no password here.`,
        );
      }
      const requester = domainRequester(`helped ${id}`);
      await mails.request(transaction, { kind: 'forgotten', email: account.email, requester });
      await audit.record(transaction, {
        caller: { ...operator, domainId: id },
        action: 'customer.send-reset',
        message: `Sent ${account.username} an e-mail to choose a new password`,
      });
    });
  }
}
