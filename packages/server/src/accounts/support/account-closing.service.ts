import { type AccountClosing, CLOSING_GRACE_DAYS } from '@atrium/contract/accounts/account-closing';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import { ALL_PURPOSES } from '../accounts.tables.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type Account, findOwnUser, listDomainUsers, updateUser } from '../people/user.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import { updateDomainClosed } from './closed-domain.repository.ts';

type Amounts = Omit<AccountClosing, 'childUsers' | 'domain' | 'isOwner' | 'username'>;

const NOTHING: Amounts = {
  files: null,
  entries: null,
  runningUsageCents: 0,
  creditCents: 0,
  unpaidInvoices: [],
  cards: [],
  isPaidAutomatically: false,
};

export interface AccountClosingsParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  mails: AccountMails;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
  /** Data of an owner's domain in the other areas. */
  findAmounts: (owner: Caller) => Promise<Amounts>;
  /** No card of the domain is charged from here on. */
  endCharges: (transaction: Store, owner: Caller) => Promise<void>;
  /** 'invoice 2026-000012 ($3.20)' */
  describeOwed: (invoice: AccountClosing['unpaidInvoices'][number]) => string;
}

/** Closing of one's own account. */
export class AccountClosings {
  readonly #parts: AccountClosingsParts;

  constructor(parts: AccountClosingsParts) {
    this.#parts = parts;
  }

  async get(caller: Caller): Promise<AccountClosing> {
    const { db, findAmounts } = this.#parts;
    const { username, domain, parentId } = await getOwn(db, caller);
    if (parentId !== null) return { username, domain, isOwner: false, childUsers: [], ...NOTHING };
    const people = await listDomainUsers(db, caller.domainId);
    const childUsers = people.filter((one) => one.parentId !== null).map((one) => one.username);
    return { username, domain, isOwner: true, childUsers, ...(await findAmounts(caller)) };
  }

  /** The username is typed again, so that a click alone closes nothing. */
  async close(caller: Caller, username: string): Promise<void> {
    const { db } = this.#parts;
    const own = await getOwn(db, caller);
    if (username !== own.username) {
      const message = 'This is not your username.';
      throw new UnprocessableError(message, { fields: [{ field: 'username', defaultMessage: message }] });
    }
    const closing = await this.get(caller);
    await db
      .transaction()
      .execute((transaction) =>
        own.parentId === null
          ? this.#closeDomain(transaction, caller, closing)
          : this.#leave(transaction, caller, own),
      );
  }

  async #leave(transaction: Store, caller: Caller, account: Account): Promise<void> {
    const { clock, audit } = this.#parts;
    await updateUser(transaction, account, { removedOn: clock.now(), passwordHash: null });
    await this.#endAccess(transaction, account, 'their person closed the account');
    await this.#tell(transaction, account, { by: 'self' });
    await audit.record(transaction, {
      caller,
      action: 'account.close',
      message: `${account.username} closed their account and left the domain`,
      before: { userId: account.userId, username: account.username, roles: account.roles },
    });
  }

  async #closeDomain(transaction: Store, caller: Caller, closing: AccountClosing): Promise<void> {
    const { clock, audit, describeOwed, endCharges } = this.#parts;
    const people = await listDomainUsers(transaction, caller.domainId);
    if (people.some(({ isAdmin }) => isAdmin)) {
      throw new UnprocessableError(
        'Administrators of the platform belong to this domain, so it cannot be closed.',
      );
    }
    const closedOn = clock.now();
    const contentEndsOn = new Date(closedOn.getTime() + CLOSING_GRACE_DAYS * 86_400_000);
    if (!(await updateDomainClosed(transaction, caller.domainId, { closedOn, contentEndsOn }))) return;
    await endCharges(transaction, caller);
    const owed = closing.unpaidInvoices.map(describeOwed);
    for (const person of people) {
      await this.#endAccess(transaction, person, 'the account was closed');
      const isOwner = person.userId === caller.userId;
      const closing = { owed, contentEndsOn: contentEndsOn.toISOString() };
      await this.#tell(transaction, person, isOwner ? { by: 'self', closing } : { by: 'owner' });
    }
    await audit.record(transaction, {
      caller,
      action: 'account.close',
      message: `Closed the domain ${closing.domain}; its content ends on ${formatUtcDay(contentEndsOn.toISOString())}`,
      before: closing,
    });
  }

  async #endAccess(transaction: Store, account: Account, because: string): Promise<void> {
    const { sessions, oneTimeTokens } = this.#parts;
    await oneTimeTokens.revoke(transaction, account.userId, ALL_PURPOSES);
    await sessions.endAll(transaction, account, because);
  }

  async #tell(
    transaction: Store,
    { username, firstName, lastName, email, domain, domainId, isConfirmed, isEmailUnproved }: Account,
    about: { by: 'owner' | 'self'; closing?: { owed: string[]; contentEndsOn: string } },
  ): Promise<void> {
    if (!isConfirmed || isEmailUnproved) return;
    await this.#parts.mails.request(transaction, {
      kind: 'account-closed',
      to: email,
      account: { username, firstName, lastName },
      domain,
      requester: domainRequester(domainId),
      ...about,
    });
  }
}

async function getOwn(transaction: Store, caller: Caller): Promise<Account> {
  const account = await findOwnUser(transaction, caller);
  if (account === undefined) throw new UnauthenticatedError();
  return account;
}
