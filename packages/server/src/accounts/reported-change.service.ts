import type { RevokedChanges } from '@atrium/contract/accounts/sign-in-report';
import type { LogAction } from '@atrium/contract/audit/log-actions';
import { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { listUserIdsOfProvider } from './identity.repository.ts';
import type { IdentityProviders } from './identity-provider.service.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import { deleteFactorsSince } from './second-factor.repository.ts';
import type { Sessions } from './session.service.ts';
import { deleteChallengesOf } from './sign-in-challenge.repository.ts';
import { type Account, findOwnUser, type UserKey, updateUser } from './user.repository.ts';

interface Parts {
  clock: Clock;
  audit: Audit;
  identityProviders: IdentityProviders;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
  deleteKeysSince: (transaction: Store, user: UserKey, since: Date) => Promise<string[]>;
}

/** What can let someone in, or let them do more. */
const WATCHED: readonly LogAction[] = [
  'access-key.change',
  'access-key.create',
  'account.change-sign-in-rules',
  'account.give-roles',
  'account.invite',
  'account.remove',
  'identity-provider.change',
  'identity-provider.create',
  'identity-provider.delete',
  'page.allow',
  'role.change',
  'role.create',
  'role.delete',
  'test-runs.add-webhook',
];

const SetUp = z.object({ id: z.string() });
const Invited = z.object({ userId: z.string() });

/** The log has all; these are the newest. */
const MAX_SHOWN = 50;

/** What an account did for its whole domain since a sign-in that its person reports. */
export class ReportedChanges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Shuts out whom a thief may have let in: identity providers are removed, and so are invitations; whoever has come by
   * one of these keeps an account without roles, so that no work is lost if it was the owner who asked them in. To be run
   * with the roles of the domain locked.
   */
  async revoke(transaction: Store, reporter: UserKey, since: Date): Promise<RevokedChanges> {
    const { audit } = this.#parts;
    const entries = await audit.list(transaction, { caller: reporter, actions: WATCHED, since });
    const revoked: RevokedChanges = {
      removedProviders: [],
      removedInvitations: [],
      suspendedUsers: [],
      otherChanges: [],
    };
    const userIds: string[] = [];
    for (const { action, after, message } of entries) {
      if (action === 'account.invite') userIds.push(Invited.parse(after).userId);
      else if (action === 'identity-provider.create') {
        const provider = await this.#removeProvider(transaction, reporter, SetUp.parse(after).id);
        if (provider === undefined) revoked.otherChanges.push(message);
        else revoked.removedProviders.push(provider.name);
        userIds.push(...(provider?.userIds ?? []));
      } else revoked.otherChanges.push(message);
    }
    for (const userId of new Set(userIds)) {
      const account = await findOwnUser(transaction, { userId, domainId: reporter.domainId });
      if (account === undefined || account.parentId === null) continue;
      await this.#shutOut(transaction, account, since);
      const names = account.isConfirmed ? revoked.suspendedUsers : revoked.removedInvitations;
      names.push(account.username);
    }
    return { ...revoked, otherChanges: [...new Set(revoked.otherChanges)].slice(-MAX_SHOWN) };
  }

  async #removeProvider(transaction: Store, { domainId }: UserKey, id: string) {
    const userIds = await listUserIdsOfProvider(transaction, domainId, id);
    const because = 'the identity provider that opened it was removed after a report';
    const provider = await this.#parts.identityProviders.deleteFound(transaction, domainId, id, because);
    return provider && { name: provider.name, userIds };
  }

  /** Also from what they may have added meanwhile to come back with. */
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
