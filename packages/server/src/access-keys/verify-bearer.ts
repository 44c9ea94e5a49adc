import { UnauthenticatedError } from '@atrium/host/errors';
import type { Accounts } from '../accounts/accounts.ts';
import type { Tokens } from '../accounts/token.service.ts';
import type { VerifyBearer } from '../http/caller.ts';
import type { AccessKeys } from './access-keys.service.ts';

interface Parts {
  tokens: Tokens;
  accessKeys: Pick<AccessKeys, 'verify'>;
  accounts: Pick<Accounts, 'endedSessions' | 'permissions'>;
}

/** Whom a bearer token signs in: one that was signed with an access key, or the access token of a session. */
export function createVerifyBearer({ tokens, accessKeys, accounts }: Parts): VerifyBearer {
  return async (token) => {
    const accessKeyId = tokens.findForeignKeyId(token);
    if (accessKeyId !== undefined) return accessKeys.verify(accessKeyId, token);
    const holder = await tokens.verifyAccessToken(token);
    if (holder.sessionId !== null && (await accounts.endedSessions.hasEnded(holder.sessionId))) {
      throw new UnauthenticatedError('Your session has ended. Please sign in again.');
    }
    return { caller: { ...holder, ...(await accounts.permissions.get(holder)) } };
  };
}
