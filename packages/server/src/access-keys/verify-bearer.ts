import { KEY_TOKEN_PREFIX } from '@atrium/contract/access-keys/own-key-fields';
import { PAGE_TOKEN_PREFIX } from '@atrium/contract/access-keys/page-grant';
import { UnauthenticatedError } from '@atrium/host/errors';
import type { Accounts } from '../accounts/accounts.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Caller, VerifyBearer } from '../http/caller.ts';
import type { AccessKeys } from './access-keys.service.ts';
import type { OwnKeySignIns } from './own-key-sign-in.service.ts';
import type { PageGrants } from './page-grant.service.ts';

interface Parts {
  tokens: Tokens;
  accessKeys: Pick<AccessKeys, 'isOpen' | 'verify'>;
  ownKeySignIns: OwnKeySignIns;
  pageGrants: Pick<PageGrants, 'verify'>;
  accounts: Pick<Accounts, 'endedSessions' | 'permissions'>;
}

/** Whom a bearer token signs in: that of an access key, one that was signed with one, one for a page, or the access token of a session. */
export function createVerifyBearer({
  tokens,
  accessKeys,
  ownKeySignIns,
  pageGrants,
  accounts,
}: Parts): VerifyBearer {
  return async (token, address) => {
    if (token.startsWith(KEY_TOKEN_PREFIX)) return ownKeySignIns.verifyToken(token, address);
    if (token.startsWith(PAGE_TOKEN_PREFIX)) return pageGrants.verify(token);
    const keyId = tokens.findForeignKeyId(token);
    if (keyId !== undefined) {
      const signedIn = isUuid(keyId) ? await ownKeySignIns.verifySigned(keyId, token, address) : undefined;
      return signedIn ?? accessKeys.verify(keyId, token);
    }
    const holder = await tokens.verifyAccessToken(token);
    if (holder.sessionId !== null && (await accounts.endedSessions.hasEnded(holder.sessionId))) {
      throw new UnauthenticatedError('Your session has ended. Please sign in again.');
    }
    return { caller: { ...holder, ...(await accounts.permissions.get(holder)) } };
  };
}

/** Whether the opener of a connection may still keep it: its session or key may have ended since. */
export function createStillSignedIn({
  accessKeys,
  ownKeySignIns,
  accounts,
}: Omit<Parts, 'tokens' | 'pageGrants'>) {
  return async ({ sessionId, accessKey }: Caller): Promise<boolean> => {
    if (sessionId !== null) return !(await accounts.endedSessions.hasEnded(sessionId));
    if (accessKey === undefined) return true;
    return (accessKey.isOwn ? ownKeySignIns : accessKeys).isOpen(accessKey.id);
  };
}

/** Ids of people's own keys are; those that administrators choose seldom are. */
function isUuid(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
}
