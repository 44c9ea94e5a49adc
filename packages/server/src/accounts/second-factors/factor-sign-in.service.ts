import type { GivenFactor } from '@atrium/contract/accounts/factor-sign-in';
import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import type { SecondStep } from '@atrium/contract/accounts/sign-in';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Device, KnownDevices } from '../devices/known-device.service.ts';
import { isManaged, signInWithProvider } from '../identity-providers/managed-account.ts';
import { findProviderSignIn } from '../identity-providers/provider-sign-in.repository.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type Account, findOwnUser, type UserKey } from '../people/user.repository.ts';
import type { Sessions, SignedInSession } from '../sessions/session.service.ts';
import type { AttemptLimits } from '../sign-in/attempt-limit.service.ts';
import { codeSubject } from '../sign-in/attempt-subjects.ts';
import { lockAccount } from '../sign-in/lock-account.ts';
import type { SignInAttempt, SignInLog } from '../sign-in/sign-in-log.service.ts';
import type { Authenticators } from './authenticator.service.ts';
import type { GivenPasskey, Passkeys } from './passkey.service.ts';
import type { RecoveryCodes } from './recovery-code.service.ts';
import { findSecondFactor } from './second-factor.repository.ts';
import { type SecondFactors, toFactor, wrongFirstCode } from './second-factor.service.ts';
import type { SignInChallenge } from './sign-in-challenge.repository.ts';
import { challengeOver, type SignInChallenges } from './sign-in-challenge.service.ts';
import type { SignInRequirements } from './sign-in-requirement.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  mails: AccountMails;
  limits: AttemptLimits;
  devices: KnownDevices;
  sessions: Sessions;
  signInLog: SignInLog;
  challenges: SignInChallenges;
  authenticators: Authenticators;
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  requirements: SignInRequirements;
  secondFactors: SecondFactors;
}

export const WRONG_FACTOR = {
  authenticator: 'This code is not right, or was used before. Enter the newest code from your app.',
  'recovery-code': 'This recovery code is not right, or was used before.',
  passkey: 'This passkey could not be checked. Please try again, or use another way.',
};
/** Maximum length of a session that began with a domain's own identity provider. */
const OF_DOMAIN_MS = 24 * 60 * 60_000;
/** Name of an app added during sign-in; its owner can rename it later. */
const FIRST_APP = 'Authenticator app';

/** The steps of a sign-in after a right password, and the sign-in by a passkey alone. */
export class FactorSignIns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * After a password or an identity provider: opens a session for users who have no second factor and need none;
   * otherwise returns the next step.
   */
  async loginAfterFirstStep(
    transaction: Store,
    attempt: SignInAttempt,
    providerSignInId: string | null = null,
  ): Promise<SignedInSession | SecondStep> {
    const { account } = attempt;
    const { challenges, recoveryCodes, requirements, secondFactors } = this.#parts;
    const kinds = new Set((await secondFactors.list(transaction, account)).map(({ kind }) => kind));
    if (kinds.size === 0) {
      const via = await this.#findVia(transaction, account, providerSignInId);
      if (!(await requirements.hasRequirement(transaction, account, via?.isOfDomain))) {
        return this.#start(transaction, attempt, providerSignInId, via?.authenticatedOn);
      }
      const issued = await challenges.issue(transaction, 'set-up', { user: account, providerSignInId });
      return { ...issued, mustSetUp: true, methods: [] };
    }
    const issued = await challenges.issue(transaction, 'second-factor', { user: account, providerSignInId });
    const hasCodes = (await recoveryCodes.count(transaction, account)) > 0;
    const methods = [...kinds].sort();
    return { ...issued, mustSetUp: false, methods: hasCodes ? [...methods, 'recovery-code'] : methods };
  }

  /** Completes a sign-in with a second factor. */
  async login(given: GivenFactor, device: Device, requestId: string): Promise<SignedInSession> {
    const { db, challenges } = this.#parts;
    const pending = await challenges.get(db, given.challenge, 'second-factor');
    // Passkeys and recovery codes cannot be guessed, so that guesses at the codes of an app leave them to the owner.
    const counted = given.method === 'authenticator' ? await this.#guesserOf(pending, device) : [];
    const refusal = WRONG_FACTOR[given.method];
    return this.#limited(pending, { device, requestId }, { counted, refusal }, async (transaction) => {
      const account = await lockAccount(transaction, pending);
      if (account === undefined) throw challengeOver();
      if (!(await this.#takes(transaction, account, pending, given, requestId))) return undefined;
      await challenges.use(transaction, given.challenge, 'second-factor');
      return this.#start(transaction, { account, device, requestId }, pending.providerSignInId);
    });
  }

  /** Returns the options for proving a passkey in the second step. */
  async startPasskey(challenge: string) {
    const { db, challenges, passkeys } = this.#parts;
    const user = await challenges.get(db, challenge, 'second-factor');
    const options = await passkeys.startProof(db, user);
    await challenges.keepSigned(db, challenge, options.challenge);
    return { options };
  }

  /** Returns the options for signing in with a passkey alone. */
  async startPasskeyLogin() {
    const { db, challenges, passkeys } = this.#parts;
    const options = await passkeys.startProof(db, undefined);
    const { challenge } = await challenges.issue(db, 'passkey-login', { signedChallenge: options.challenge });
    return { challenge, options };
  }

  /** A passkey that has verified its user is two factors. */
  async loginWithPasskey(
    challenge: string,
    response: GivenPasskey,
    device: Device,
    requestId: string,
  ): Promise<SignedInSession> {
    const { db, challenges, passkeys } = this.#parts;
    const used = await challenges.use(db, challenge, 'passkey-login');
    const session = await db.transaction().execute(async (transaction) => {
      const owner = await passkeys.findOwner(transaction, response);
      const account = owner && (await lockAccount(transaction, owner));
      if (!account?.isConfirmed || !(await passkeys.verify(transaction, used, response))) return undefined;
      return this.#start(transaction, { account, device, requestId });
    });
    if (session === undefined) {
      throw new UnprocessableError('This passkey is not known here. Sign in another way.');
    }
    return session;
  }

  /** The secret of the app that someone without a second factor has to add. */
  async startSetUp(challenge: string): Promise<StartedAuthenticator> {
    const { db, authenticators, challenges } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const account = await findOwnUser(transaction, await challenges.get(transaction, challenge, 'set-up'));
      if (account === undefined) throw challengeOver();
      return authenticators.start(transaction, account);
    });
  }

  /** Adds that app and completes the sign-in. */
  async confirmSetUp(
    { challenge, code }: { challenge: string; code: string },
    device: Device,
    requestId: string,
  ): Promise<{ session: SignedInSession; recoveryCodes: string[] }> {
    const { db, authenticators, challenges, secondFactors } = this.#parts;
    const user = await challenges.get(db, challenge, 'set-up');
    const counted = await this.#guesserOf(user, device);
    const refusal = wrongFirstCode().message;
    return this.#limited(user, { device, requestId }, { counted, refusal }, async (transaction) => {
      const account = await lockAccount(transaction, user);
      // With a factor by now, a sign-in that began before it has to start again and give it.
      if (account === undefined || (await findSecondFactor(transaction, account))) throw challengeOver();
      const confirmed = await authenticators.confirm(transaction, account, { code, name: FIRST_APP });
      if (confirmed === undefined) return undefined;
      await challenges.use(transaction, challenge, 'set-up');
      const caller = { userId: user.userId, domainId: user.domainId, requestId };
      const factor = toFactor('authenticator', confirmed);
      const { recoveryCodes = [] } = await secondFactors.registerFactor(transaction, caller, account, factor);
      const session = await this.#start(transaction, { account, device, requestId }, user.providerSignInId);
      return { session, recoveryCodes };
    });
  }

  /** `authenticatedOn` is set if a provider alone has proved the identity. */
  async #start(
    transaction: Store,
    attempt: SignInAttempt,
    providerSignInId: string | null = null,
    authenticatedOn?: Date | null,
  ): Promise<SignedInSession> {
    const { clock, sessions, signInLog } = this.#parts;
    const { account, device } = attempt;
    const via = await this.#findVia(transaction, account, providerSignInId);
    if (!via?.isOfDomain && (await isManaged(transaction, account))) throw signInWithProvider();
    await signInLog.recordSignIn(transaction, attempt, via?.name);
    return sessions.start(transaction, account, device, {
      isConfirmed: true,
      ...(authenticatedOn !== undefined && { confirmedOn: authenticatedOn }),
      ...(via && { providerSignInId }),
      // A user who loses access at the provider is signed out here within a day.
      ...(via?.isOfDomain && { endsBy: new Date(clock.now().getTime() + OF_DOMAIN_MS) }),
    });
  }

  async #findVia(transaction: Store, account: Account, providerSignInId: string | null) {
    if (providerSignInId === null) return undefined;
    const via = await findProviderSignIn(transaction, account, providerSignInId);
    // The provider was deleted or disconnected in the meantime; without it this would pass for a sign-in with a
    // password.
    if (via === undefined) throw challengeOver();
    return via;
  }

  /** Whether a factor is right; a code that is right is used up. */
  async #takes(
    transaction: Store,
    account: Account,
    pending: SignInChallenge,
    given: GivenFactor,
    requestId: string,
  ): Promise<boolean> {
    const { audit, authenticators, mails, passkeys, recoveryCodes } = this.#parts;
    if (given.method === 'passkey') {
      return (await passkeys.verify(transaction, pending, given.response)) !== undefined;
    }
    if (given.method === 'authenticator') return authenticators.use(transaction, account, given.code);
    if (!(await recoveryCodes.use(transaction, account, given.code))) return false;
    const { userId, domainId } = account;
    await audit.record(transaction, {
      caller: { userId, domainId, requestId },
      action: 'account.use-recovery-code',
      message: 'Signed in with a recovery code',
    });
    await mails.request(transaction, { kind: 'second-factor', userId, change: 'code-used' });
    return true;
  }

  /** Subjects that count wrong codes of an app. */
  async #guesserOf(user: UserKey, device: Device): Promise<string[]> {
    const { db, devices } = this.#parts;
    return [codeSubject(user.userId, await devices.find(db, user, device.token))];
  }

  /** Counts failed attempts; reaching this point requires the password. */
  async #limited<Result>(
    user: UserKey,
    where: Omit<SignInAttempt, 'account'>,
    { counted, refusal }: { counted: string[]; refusal: string },
    attempt: (transaction: Store) => Promise<Result | undefined>,
  ): Promise<Result> {
    const { db, limits, signInLog } = this.#parts;
    await limits.check(db, counted);
    const result = await db.transaction().execute(async (transaction) => {
      const found = await attempt(transaction);
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      if (found !== undefined) await limits.check(transaction, counted);
      return found;
    });
    if (result !== undefined) return result;
    await limits.count(db, counted);
    const account = await findOwnUser(db, user);
    if (account !== undefined)
      await signInLog.recordRefused(db, { ...where, account }, 'wrong second factor');
    throw new UnprocessableError(refusal, { fields: [{ field: 'code', defaultMessage: refusal }] });
  }
}
