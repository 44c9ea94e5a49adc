import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type Account, findUser, findUserByUsername } from '../people/user.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import { deleteAuthenticators } from './authenticator.repository.ts';
import { deletePasskeys } from './passkey.repository.ts';
import type { RecoveryCodes } from './recovery-code.service.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  mails: AccountMails;
  recoveryCodes: RecoveryCodes;
  sessions: Sessions;
}

/** Removes the second factors of people who lost these and their recovery codes, on behalf of others. */
export class FactorResets {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** By the owner for a child user, and by an administrator for anyone else. */
  reset(caller: Caller, userId: string): Promise<void> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      const account = await findUser(transaction, userId);
      if (account === undefined || !mayReset(caller, account))
        throw new NotFoundError('There is no such user.');
      await this.#reset(transaction, account, caller);
    });
  }

  /** By the operator on the command line. */
  resetByName(username: string): Promise<void> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      const account = await findUserByUsername(transaction, username);
      if (account === undefined) throw new NotFoundError(`There is no user "${username}".`);
      await this.#reset(transaction, account, { userId: null, domainId: account.domainId });
    });
  }

  async #reset(
    transaction: Store,
    account: Account,
    by: Pick<Caller, 'impersonatorId' | 'requestId'> & { userId: string | null; domainId: string },
  ): Promise<void> {
    const { audit, mails, recoveryCodes, sessions } = this.#parts;
    await deleteAuthenticators(transaction, account, 'all');
    await deletePasskeys(transaction, account, 'all');
    await recoveryCodes.delete(transaction, account);
    await sessions.endAll(transaction, account, 'the second factors were reset');
    await mails.request(transaction, { kind: 'second-factor', userId: account.userId, change: 'reset' });
    await audit.record(transaction, {
      caller: { ...by, domainId: account.domainId },
      action: 'account.reset-factors',
      message: `Removed the second factors of ${account.username}`,
    });
  }
}

/** No one resets their own this way: that would make a stolen session stronger than a factor. */
function mayReset({ userId, domainId, isAdmin, impersonatorId }: Caller, account: Account): boolean {
  if (impersonatorId !== undefined || account.userId === userId) return false;
  return isAdmin || (account.parentId === userId && account.domainId === domainId);
}
