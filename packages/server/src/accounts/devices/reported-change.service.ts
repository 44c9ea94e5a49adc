import type { RevokedChanges } from '@atrium/contract/accounts/sign-in-report';
import type { LogAction } from '@atrium/contract/audit/log-actions';
import { z } from 'zod';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import { listUserIdsOfProvider } from '../identity-providers/identity.repository.ts';
import type { IdentityProviders } from '../identity-providers/identity-provider.service.ts';
import { type Account, findOwnUser, type UserKey, updateUser } from '../people/user.repository.ts';
import { deleteFactorsSince } from '../second-factors/second-factor.repository.ts';
import { deleteChallengesOf } from '../second-factors/sign-in-challenge.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import { pickShown } from './shown-changes.ts';

interface Parts {
  clock: Clock;
  audit: Audit;
  identityProviders: IdentityProviders;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
  deleteKeysSince: (transaction: Store, user: UserKey, since: Date) => Promise<string[]>;
}

/** Changes that can give others access or more permissions. */
const WATCHED: readonly LogAction[] = [
  'access-key.change',
  'access-key.create',
  'account.change-sign-in-rules',
  'account.give-roles',
  'account.invite',
  'account.remove',
  'connection.change',
  'connection.confirm-host',
  'connection.create',
  'identity-provider.change',
  'identity-provider.create',
  'identity-provider.delete',
  'page.allow',
  'role.change',
  'role.create',
  'role.delete',
  'test-runs.add-webhook',
];

/** Entries that record the provider of a sign-in. */
const JOINED: readonly LogAction[] = ['account.connect', 'account.join'];

const SetUp = z.object({ id: z.string() });
const Invited = z.object({ userId: z.string() });
const Joined = z.object({ providerId: z.string() });

/** Domain-wide changes by an account since a sign-in that its person reports. */
export class ReportedChanges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Revokes access that a thief may have given: identity providers and invitations are removed; accounts created
   * through these stay without roles, so that no work is lost if the owner invited their people. Run with the roles of
   * the domain locked.
   */
  async revoke(transaction: Store, reporter: UserKey, since: Date): Promise<RevokedChanges> {
    const { audit } = this.#parts;
    const { domainId } = reporter;
    const others: { action: string; message: string }[] = [];
    const revoked: RevokedChanges = {
      removedProviders: [],
      removedInvitations: [],
      suspendedUsers: [],
      otherChanges: [],
    };
    // People who were given access may have given access to others.
    const insiders = new Set([reporter.userId]);
    for (const insider of insiders) {
      const letIn: string[] = [];
      const by = { domainId, userId: insider };
      for (const { action, after, message } of await audit.list(transaction, {
        by,
        actions: WATCHED,
        since,
      })) {
        const invited = action === 'account.invite' ? Invited.safeParse(after).data : undefined;
        const setUp = action === 'identity-provider.create' ? SetUp.safeParse(after).data : undefined;
        const provider = setUp && (await this.#removeProvider(transaction, domainId, setUp.id, since));
        if (invited) letIn.push(invited.userId);
        else if (provider?.name) revoked.removedProviders.push(provider.name);
        else others.push({ action, message });
        letIn.push(...(provider?.userIds ?? []));
      }
      for (const userId of new Set(letIn)) {
        const account = await findOwnUser(transaction, { userId, domainId });
        if (account === undefined || account.parentId === null || insiders.has(userId)) continue;
        await this.#shutOut(transaction, account, since);
        const names = account.isConfirmed ? revoked.suspendedUsers : revoked.removedInvitations;
        names.push(account.username);
        insiders.add(userId);
      }
    }
    return { ...revoked, ...pickShown(others) };
  }

  /**
   * Returns no name if the provider was deleted or isn't the domain's; accounts that used it are found all the same.
   */
  async #removeProvider(transaction: Store, domainId: string, id: string, since: Date) {
    const { audit, identityProviders } = this.#parts;
    const connected = await listUserIdsOfProvider(transaction, domainId, id);
    const because = 'the identity provider that opened it was removed after a report';
    const provider = await identityProviders.deleteFound(transaction, domainId, id, because);
    const entries = await audit.list(transaction, { by: { domainId }, actions: JOINED, since });
    const joined = entries.filter(({ after }) => Joined.safeParse(after).data?.providerId === id);
    return {
      name: provider?.name,
      userIds: [...connected, ...joined.flatMap(({ userId }) => userId ?? [])],
    };
  }

  /** Also removes anything that could restore the account's access. */
  async #shutOut(transaction: Store, account: Account, since: Date): Promise<void> {
    const { clock, deleteKeysSince, oneTimeTokens, sessions } = this.#parts;
    const removal = account.isConfirmed ? {} : { removedOn: clock.now(), passwordHash: null };
    await updateUser(transaction, account, { roles: [], pendingEmail: null, ...removal });
    await oneTimeTokens.revoke(transaction, account.userId, [
      'invite',
      'reset',
      'change-email',
      'custom-login',
    ]);
    await deleteChallengesOf(transaction, account);
    await deleteFactorsSince(transaction, account, since);
    await deleteKeysSince(transaction, account, since);
    await sessions.endAll(transaction, account, 'whoever let them in was reported');
  }
}
