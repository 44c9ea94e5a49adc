import type { ReportableSignIn, ReportedSignIn } from '@atrium/contract/accounts/sign-in-report';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database, Store } from '../../database/schema.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import { findEmailHolder } from '../domains/taken-name.repository.ts';
import { deleteIdentitiesSince } from '../identity-providers/identity.repository.ts';
import { isManaged } from '../identity-providers/managed-account.ts';
import { deleteProviderAttemptsOf } from '../identity-providers/provider-attempt.repository.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import type { Roles } from '../people/role.service.ts';
import { type Account, findUser, type UserKey, updateUser } from '../people/user.repository.ts';
import { deleteFactorsSince } from '../second-factors/second-factor.repository.ts';
import { deleteChallengesOf } from '../second-factors/sign-in-challenge.repository.ts';
import { CHALLENGE_MS } from '../second-factors/sign-in-challenge.service.ts';
import { findSession, type SessionRow } from '../sessions/session.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import type { UsedToken } from '../sign-in/one-time-token.repository.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import type { Passwords } from '../sign-in/password.service.ts';
import { browserName } from './browser-name.ts';
import { listSessionIdsSince } from './device-session.repository.ts';
import type { KnownDevices } from './known-device.service.ts';
import type { ReportedChanges } from './reported-change.service.ts';

export interface SignInReportsParts {
  db: Kysely<Database>;
  audit: Audit;
  devices: KnownDevices;
  mails: AccountMails;
  oneTimeTokens: OneTimeTokens;
  passwords: Pick<Passwords, 'ended'>;
  reportedChanges: ReportedChanges;
  roles: Roles;
  sessions: Sessions;
  deleteKeysSince: (transaction: Store, user: UserKey, since: Date) => Promise<string[]>;
}

/** Handles 'This was not me': the link in a mail about a new device. */
export class SignInReports {
  readonly #parts: SignInReportsParts;

  constructor(parts: SignInReportsParts) {
    this.#parts = parts;
  }

  /** Leaves the token as it is: programs that examine mails open their links. */
  async get(token: string): Promise<ReportableSignIn> {
    const { db, oneTimeTokens } = this.#parts;
    const { account, session } = await getReported(
      db,
      await oneTimeTokens.get(db, token, ['report-sign-in']),
    );
    return {
      username: account.username,
      browser: browserName(session.userAgent),
      address: session.address,
      signedInOn: session.createdOn.toISOString(),
    };
  }

  /**
   * Ends the session, others that began elsewhere since, and revokes changes made in them. The password is known to the
   * thief, so it is disabled until the mailbox's owner chooses another. Addresses, factors, access keys and identity
   * providers added since are removed, because they may lock the owner out or let the thief in again; so is access
   * given to others.
   */
  async report(token: string, requestId: string): Promise<ReportedSignIn> {
    const { db, oneTimeTokens, roles } = this.#parts;
    const { account } = await getReported(db, await oneTimeTokens.get(db, token, ['report-sign-in']));
    return roles.apply(account, (transaction) => this.#report(transaction, token, requestId));
  }

  async #report(transaction: Store, token: string, requestId: string): Promise<ReportedSignIn> {
    const { audit, devices, mails, oneTimeTokens, passwords, sessions } = this.#parts;
    const { deleteKeysSince, reportedChanges } = this.#parts;
    // With the user locked: a sign-in that is just being made ends below, too, or sees that the password is gone.
    const used = await oneTimeTokens.use(transaction, token, ['report-sign-in']);
    const { account, session } = await getReported(transaction, used);
    const { userId, domainId } = account;
    const email = used.email ?? account.email;
    for (const id of await listSessionIdsSince(transaction, session)) {
      await sessions.endOne(transaction, { userId, domainId, id }, 'its person reported it');
    }
    await oneTimeTokens.revoke(transaction, userId, ['custom-login', 'change-email', 'reset']);
    await oneTimeTokens.revokeNotices(transaction, userId, { othersThan: email, since: session.createdOn });
    await deleteChallengesOf(transaction, account);
    await deleteProviderAttemptsOf(transaction, userId);
    // Also one that was set up on the way to that sign-in.
    const since = new Date(session.createdOn.getTime() - CHALLENGE_MS);
    const removedFactors = await deleteFactorsSince(transaction, account, since);
    const removedKeys = await deleteKeysSince(transaction, account, since);
    const removedIdentities = await deleteIdentitiesSince(transaction, account, since);
    const revoked = await reportedChanges.revoke(transaction, account, session.createdOn);
    const changes = { ...revoked, ...(session.via !== null && { via: session.via }) };
    if (session.deviceId !== null) await devices.forget(transaction, account, session.deviceId);
    const holder = await findEmailHolder(transaction, email);
    // Only another account could have the address by now; then an administrator has to help.
    const restored = holder === undefined || holder === userId ? { email } : {};
    const passwordHash = account.passwordHash === null ? null : passwords.ended;
    await updateUser(transaction, account, { passwordHash, pendingEmail: null, ...restored });
    await mails.allowResets(transaction, email);
    const requester = domainRequester(domainId);
    const isOfProvider = await isManaged(transaction, account);
    const wayBack = isOfProvider ? 'provider' : restored.email ? 'link' : 'administrator';
    if (wayBack === 'link')
      await mails.request(transaction, { kind: 'forgotten', email, report: changes, requester });
    await audit.record(transaction, {
      caller: { userId, domainId, requestId },
      action: 'account.report-sign-in',
      message: 'Reported a sign-in as someone else’s: ended it and invalidated the password',
      before: {
        id: session.id,
        userAgent: session.userAgent,
        address: session.address,
        email: account.email,
      },
      after: { removedFactors, removedKeys, removedIdentities, ...changes, ...restored },
    });
    return { ...changes, wayBack };
  }
}

async function getReported(
  transaction: Store,
  { userId, sessionId }: UsedToken,
): Promise<{ account: Account; session: SessionRow }> {
  const account = await findUser(transaction, userId);
  const session = sessionId === null ? undefined : await findSession(transaction, sessionId);
  if (account === undefined || session === undefined) {
    throw new UnprocessableError('This account no longer exists.');
  }
  return { account, session };
}
