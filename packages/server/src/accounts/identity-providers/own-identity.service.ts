import type { OwnIdentity } from '@atrium/contract/accounts/own-identity';
import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type Account, findOwnUser } from '../people/user.repository.ts';
import type { Passkeys } from '../second-factors/passkey.service.ts';
import { lockSignedIn } from '../sessions/lock-signed-in.ts';
import type { Sessions } from '../sessions/session.service.ts';
import { isUsable } from '../sign-in/usable-password.ts';
import { deleteIdentity, findIdentity, listIdentities, upsertIdentity } from './identity.repository.ts';
import { listOffered } from './identity-provider.repository.ts';
import { isManaged, signInWithProvider } from './managed-account.ts';
import type { ProviderAttempts, Return, StartedAtProvider } from './provider-attempt.service.ts';
import { verifiedEmailOf } from './provider-claims.ts';
import { listSessionIdsOfProvider } from './provider-sign-in.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  mails: AccountMails;
  sessions: Sessions;
  passkeys: Passkeys;
  attempts: ProviderAttempts;
}

const EVERYONES = null;

/** The identity providers that a person connects with their account, of those for everyone. */
export class OwnIdentities {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<{ connected: OwnIdentity[]; offered: OfferedProvider[] }> {
    const { db } = this.#parts;
    const connected = (await listIdentities(db, caller)).map(toOwn);
    const offered = (await this.#isManaged(caller)) ? [] : await listOffered(db, undefined);
    return { connected, offered: offered.filter(({ id }) => !connected.some((one) => one.id === id)) };
  }

  async start(caller: Caller, providerId: string, address: string): Promise<StartedAtProvider> {
    const { attempts } = this.#parts;
    if (await this.#isManaged(caller)) throw signInWithProvider();
    // A domain's providers find their users themselves, as its owner decided.
    const { offered } = await this.list(caller);
    if (!offered.some(({ id }) => id === providerId)) throw new NotFoundError();
    return attempts.start(providerId, { isConfirmation: false, userId: caller.userId }, address);
  }

  /** Links the provider's identity to this person. */
  async create(caller: Caller, back: Return): Promise<OwnIdentity> {
    const { db, attempts } = this.#parts;
    const { provider, identity } = await attempts.use(back, caller.userId);
    if (provider.domainId !== EVERYONES) throw new NotFoundError();
    verifiedEmailOf(identity.claims, provider.name);
    const connected = await db
      .transaction()
      .execute((transaction) => this.#connect(transaction, caller, provider, identity.subject))
      .catch((error: unknown) => onDuplicate(error, { identitiesUser: connectedAlready(provider.name) }));
    return connected;
  }

  /** Ends the sessions that it opened, but for the one in which this is asked. */
  async delete(caller: Caller, providerId: string): Promise<void> {
    const { db, audit, sessions } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const account = await this.#lock(transaction, caller);
      const all = await listIdentities(transaction, caller);
      const identity = all.find((one) => one.providerId === providerId && one.domainId === EVERYONES);
      if (identity === undefined) throw new NotFoundError();
      if (!(await this.#hasOtherWay(transaction, account, all.length - 1))) {
        throw new UnprocessableError(
          'This is the only way in which you sign in. Choose a password first, with "Forgot password?" on the login page.',
        );
      }
      const { userId, domainId } = caller;
      for (const id of await listSessionIdsOfProvider(transaction, caller, providerId)) {
        if (id === caller.sessionId) continue;
        await sessions.endOne(
          transaction,
          { userId, domainId, id },
          'its identity provider was disconnected',
        );
      }
      await deleteIdentity(transaction, caller, providerId);
      await this.#tell(transaction, account, 'disconnected', identity.name);
      await audit.record(transaction, {
        caller,
        action: 'account.disconnect',
        message: `Disconnected ${account.username} from ${identity.name}`,
        before: { providerId, subject: identity.subject },
      });
    });
  }

  /** For someone whom their domain's provider signs in, another one would be a way around it. */
  async #isManaged(caller: Caller): Promise<boolean> {
    const { db } = this.#parts;
    const account = await findOwnUser(db, caller);
    return account !== undefined && isManaged(db, account);
  }

  async #connect(
    transaction: Store,
    caller: Caller,
    provider: { id: string; name: string },
    subject: string,
  ): Promise<OwnIdentity> {
    const { clock, audit } = this.#parts;
    const { userId, domainId } = caller;
    const account = await this.#lock(transaction, caller);
    if (await isManaged(transaction, account)) throw signInWithProvider();
    const known = await findIdentity(transaction, provider.id, subject);
    if (known?.userId === userId) throw connectedAlready(provider.name);
    if (known && !known.isRemoved) {
      throw new UnprocessableError(
        `Another account here is connected with this account at ${provider.name}.`,
      );
    }
    const now = clock.now();
    const row = { providerId: provider.id, subject, userId, domainId, createdOn: now, lastUsedOn: now };
    await upsertIdentity(transaction, row);
    await this.#tell(transaction, account, 'connected', provider.name);
    await audit.record(transaction, {
      caller,
      action: 'account.connect',
      message: `Connected ${account.username} with ${provider.name}`,
      after: { providerId: provider.id, subject },
    });
    return toOwn({ ...row, name: provider.name, domainId: EVERYONES });
  }

  /** A password, a passkey alone, or another provider. */
  async #hasOtherWay(transaction: Store, account: Account, others: number): Promise<boolean> {
    if (isUsable(account.passwordHash) || others > 0) return true;
    return (await this.#parts.passkeys.list(transaction, account)).length > 0;
  }

  /** Two changes at the same time would each see the other's way to sign in. */
  async #lock(transaction: Store, caller: Caller): Promise<Account> {
    await lockSignedIn(transaction, caller);
    const account = await findOwnUser(transaction, caller);
    if (account === undefined) throw new UnauthenticatedError();
    return account;
  }

  async #tell(
    transaction: Store,
    { userId, domainId }: Account,
    change: 'connected' | 'disconnected',
    provider: string,
  ) {
    const requester = domainRequester(domainId);
    await this.#parts.mails.request(transaction, { kind: 'identity', userId, change, provider, requester });
  }
}

function connectedAlready(name: string): UnprocessableError {
  return new UnprocessableError(`You are already connected with ${name}. Disconnect it first.`);
}

function toOwn(row: {
  providerId: string;
  name: string;
  domainId: string | null;
  createdOn: Date;
  lastUsedOn: Date;
}): OwnIdentity {
  return {
    id: row.providerId,
    name: row.name,
    isOfDomain: row.domainId !== EVERYONES,
    connectedOn: row.createdOn.toISOString(),
    lastUsedOn: row.lastUsedOn.toISOString(),
  };
}
