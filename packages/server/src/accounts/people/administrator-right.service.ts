import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import { ALL_PURPOSES } from '../accounts.tables.ts';
import { findDefaultDomainId, lockDefaultDomain } from '../domains/domain.repository.ts';
import { deleteIdentitiesSince } from '../identity-providers/identity.repository.ts';
import { deleteFactorsSince } from '../second-factors/second-factor.repository.ts';
import { deleteChallengesOf } from '../second-factors/sign-in-challenge.repository.ts';
import type { PasswordResetsParts } from '../sign-in/password-reset.service.ts';
import { findUserByUsername, listAdministratorIds, type UserKey, updateUser } from './user.repository.ts';

type Parts = Pick<PasswordResetsParts, 'audit' | 'clock' | 'db' | 'oneTimeTokens' | 'sessions'>;

/** Names of the access keys that signed a person in, and ids of keys that they stored for others, which still work. */
export interface DeletedKeys {
  deleted: string[];
  left: string[];
}

/** Administrators of the platform. */
export class AdministratorRights {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * By the operator: takes the rights, and everything that signs the person in. Members of the platform's own domain
   * were there as administrators only, and are removed; other people can choose a new password by mail.
   */
  revoke(
    username: string,
    deleteKeys: (transaction: Store, user: UserKey) => Promise<DeletedKeys>,
  ): Promise<DeletedKeys & { username: string; isRemoved: boolean }> {
    const { db, clock, audit, oneTimeTokens, sessions } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      // Two concurrent revocations must not remove the last two administrators.
      await lockDefaultDomain(transaction);
      const account = await findUserByUsername(transaction, username);
      if (account === undefined) throw new NotFoundError(`There is no user "${username}".`);
      if (!account.isAdmin) throw new UnprocessableError(`${username} is not an administrator.`);
      if ((await listAdministratorIds(transaction)).every((id) => id === account.userId)) {
        throw new UnprocessableError(
          `${username} is the last administrator. Create another one first, with "user create-admin".`,
        );
      }
      const isRemoved = account.domainId === (await findDefaultDomainId(transaction));
      await updateUser(transaction, account, {
        isAdmin: false,
        passwordHash: null,
        pendingEmail: null,
        ...(isRemoved && { removedOn: clock.now() }),
      });
      const ever = new Date(0);
      await deleteFactorsSince(transaction, account, ever);
      await deleteIdentitiesSince(transaction, account, ever);
      await deleteChallengesOf(transaction, account);
      const keys = await deleteKeys(transaction, account);
      await oneTimeTokens.revoke(transaction, account.userId, ALL_PURPOSES);
      await sessions.endAll(transaction, account, 'the operator took the rights of an administrator');
      await audit.record(transaction, {
        caller: { userId: null, domainId: account.domainId },
        action: 'account.revoke-admin',
        message: `The operator took the rights of an administrator from ${account.username}`,
        before: { userId: account.userId, username: account.username, isAdmin: true },
        after: { isAdmin: false, isRemoved, removedKeys: keys.deleted },
      });
      return { ...keys, username: account.username, isRemoved };
    });
  }
}
