import type {
  AddedFactor,
  SecondFactors as Overview,
  SecondFactor,
  StartedAuthenticator,
} from '@atrium/contract/accounts/second-factor';
import type { LogAction } from '@atrium/contract/audit/log-actions';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type Account, findOwnUser, type UserKey } from '../people/user.repository.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import type { AttemptLimits } from '../sign-in/attempt-limit.service.ts';
import { codeSubject } from '../sign-in/attempt-subjects.ts';
import { isUsable } from '../sign-in/usable-password.ts';
import { deleteAuthenticators, updateAuthenticatorName } from './authenticator.repository.ts';
import type { Authenticators } from './authenticator.service.ts';
import { deletePasskeys, updatePasskeyName } from './passkey.repository.ts';
import type { GivenPasskey, Passkeys } from './passkey.service.ts';
import type { RecoveryCodes } from './recovery-code.service.ts';
import type { SignInRequirements } from './sign-in-requirement.service.ts';

export interface SecondFactorsParts {
  db: Kysely<Database>;
  audit: Audit;
  mails: AccountMails;
  limits: AttemptLimits;
  authenticators: Authenticators;
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  requirements: SignInRequirements;
}

/** The second factors of a user, as their owner manages them. */
export class SecondFactors {
  readonly #parts: SecondFactorsParts;

  constructor(parts: SecondFactorsParts) {
    this.#parts = parts;
  }

  async get(caller: Caller): Promise<Overview> {
    const { db, passkeys, recoveryCodes, requirements } = this.#parts;
    const account = await this.#account(db, caller);
    return {
      factors: await this.list(db, account),
      recoveryCodesLeft: await recoveryCodes.count(db, account),
      hasPassword: isUsable(account.passwordHash),
      isRequired: await requirements.hasRequirement(db, account),
      canAddPasskey: passkeys.isPossible,
    };
  }

  /** Oldest first. */
  async list(transaction: Store, user: UserKey): Promise<SecondFactor[]> {
    const { authenticators, passkeys } = this.#parts;
    const all = [
      ...(await authenticators.list(transaction, user)).map((each) => toFactor('authenticator', each)),
      ...(await passkeys.list(transaction, user)).map((each) => toFactor('passkey', each)),
    ];
    return all.sort((a, b) => a.createdOn.localeCompare(b.createdOn) || a.id.localeCompare(b.id));
  }

  startAuthenticator(caller: Caller): Promise<StartedAuthenticator> {
    const { db, authenticators } = this.#parts;
    return db
      .transaction()
      .execute(async (transaction) =>
        authenticators.start(transaction, await this.#lock(transaction, caller)),
      );
  }

  async confirmAuthenticator(
    caller: Caller,
    id: string,
    { code, name }: { code: string; name: string },
  ): Promise<AddedFactor> {
    const { db, authenticators, limits } = this.#parts;
    const subjects = [codeSubject(caller.userId)];
    await limits.check(db, subjects);
    const added = await db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      const confirmed = await authenticators.confirm(transaction, account, { id, code, name });
      return (
        confirmed && this.registerFactor(transaction, caller, account, toFactor('authenticator', confirmed))
      );
    });
    if (added !== undefined) return added;
    await limits.count(db, subjects);
    throw wrongFirstCode();
  }

  async startPasskey(caller: Caller) {
    const { db, passkeys } = this.#parts;
    return passkeys.start(db, await this.#account(db, caller));
  }

  createPasskey(
    caller: Caller,
    given: { challenge: string; name: string; response: GivenPasskey },
  ): Promise<AddedFactor> {
    const { db, passkeys } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      return this.registerFactor(
        transaction,
        caller,
        account,
        toFactor('passkey', await passkeys.create(transaction, account, given)),
      );
    });
  }

  update(caller: Caller, id: string, name: string): Promise<SecondFactor> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      const before = await this.#find(transaction, account, id);
      const update = before.kind === 'passkey' ? updatePasskeyName : updateAuthenticatorName;
      await update(transaction, account, id, name);
      const after = { ...before, name };
      await this.#record(transaction, caller, 'account.rename-factor', 'Renamed a second factor', {
        before,
        after,
      });
      return after;
    });
  }

  delete(caller: Caller, id: string): Promise<void> {
    const { db, mails, recoveryCodes, requirements } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      const before = await this.#find(transaction, account, id);
      const isLast = (await this.list(transaction, account)).length === 1;
      if (isLast && (await requirements.hasRequirement(transaction, account))) {
        throw new UnprocessableError(
          'A second factor is required here. Add another one before you remove this one.',
        );
      }
      if (before.kind === 'passkey') await deletePasskeys(transaction, account, { id });
      else await deleteAuthenticators(transaction, account, { id });
      if (isLast) await recoveryCodes.delete(transaction, account);
      await this.#record(transaction, caller, 'account.remove-factor', 'Removed a second factor', { before });
      await mails.request(transaction, { kind: 'second-factor', userId: account.userId, change: 'removed' });
    });
  }

  createRecoveryCodes(caller: Caller): Promise<{ recoveryCodes: string[] }> {
    const { db, mails, recoveryCodes } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      if ((await this.list(transaction, account)).length === 0) {
        throw new UnprocessableError('Add an authenticator app or a passkey first.');
      }
      const codes = await recoveryCodes.create(transaction, account);
      await this.#record(
        transaction,
        caller,
        'account.create-recovery-codes',
        'Created new recovery codes',
        {},
      );
      await mails.request(transaction, {
        kind: 'second-factor',
        userId: account.userId,
        change: 'new-codes',
      });
      return { recoveryCodes: codes };
    });
  }

  /** Handles any new factor: log entry, mail and, with the first one, recovery codes. */
  async registerFactor(
    transaction: Store,
    caller: Pick<Caller, 'domainId' | 'requestId' | 'userId'>,
    account: Account,
    factor: SecondFactor,
  ): Promise<AddedFactor> {
    const { mails, recoveryCodes } = this.#parts;
    await this.#record(transaction, caller, 'account.add-factor', 'Added a second factor', { after: factor });
    await mails.request(transaction, { kind: 'second-factor', userId: account.userId, change: 'added' });
    if ((await recoveryCodes.count(transaction, account)) > 0) return { factor };
    return { factor, recoveryCodes: await recoveryCodes.create(transaction, account) };
  }

  async #find(transaction: Store, account: Account, id: string): Promise<SecondFactor> {
    const found = (await this.list(transaction, account)).find((factor) => factor.id === id);
    if (found === undefined) throw new NotFoundError();
    return found;
  }

  #record(
    transaction: Store,
    caller: Pick<Caller, 'domainId' | 'requestId' | 'userId'>,
    action: LogAction,
    message: string,
    change: { before?: SecondFactor; after?: SecondFactor },
  ): Promise<void> {
    return this.#parts.audit.record(transaction, { caller, action, message, ...change });
  }

  async #account(transaction: Store, caller: Caller): Promise<Account> {
    if (caller.sessionId === null || caller.impersonatorId !== undefined) {
      throw new ForbiddenError("You can't do this while signed in as someone else or with an access key.");
    }
    const account = await findOwnUser(transaction, caller);
    if (account === undefined) throw new NotFoundError();
    return account;
  }

  /** Two changes at the same time would each see the other's factor: neither would be the last, or the first. */
  async #lock(transaction: Store, caller: Caller): Promise<Account> {
    await lockSignedIn(transaction, caller);
    return this.#account(transaction, caller);
  }
}

export function wrongFirstCode(): UnprocessableError {
  const message =
    'This code is not right. Check that the clock of your phone is right, and enter the newest code.';
  return new UnprocessableError(message, { fields: [{ field: 'code', defaultMessage: message }] });
}

export function toFactor(
  kind: SecondFactor['kind'],
  { id, name, createdOn, lastUsedOn }: { id: string; name: string; createdOn: Date; lastUsedOn: Date | null },
): SecondFactor {
  return {
    id,
    kind,
    name,
    createdOn: createdOn.toISOString(),
    lastUsedOn: lastUsedOn?.toISOString() ?? null,
  };
}
