import { toPathHere } from '@atrium/contract/accounts/safe-path';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { findUserByUsername } from '../people/user.repository.ts';
import { findDomainSettings, updateDomain } from './domain.repository.ts';

export interface DomainSettings {
  /** Host name at which the users of the domain open the console; null removes it. */
  hostName: string | null;
  /** Target of single sign-on. */
  defaultPath: string;
}

/** Finds a user as a caller, by name: the operator identifies a domain by one of its users. */
export async function findMember(
  db: Kysely<Database>,
  username: string,
): Promise<Caller & { domain: string }> {
  const user = await findUserByUsername(db, username);
  if (user === undefined) throw new NotFoundError(`There is no user "${username}".`);
  const { userId, domainId, domain, parentId, isAdmin, roles } = user;
  return { userId, domainId, domain, parentId, isAdmin, roles, permissions: [], sessionId: null };
}

/** Changes the settings of the domain that a user belongs to, for the operator's command line. */
export async function changeDomainSettings(
  db: Kysely<Database>,
  audit: Audit,
  username: string,
  changes: Partial<DomainSettings>,
): Promise<DomainSettings & { domain: string }> {
  const { hostName, defaultPath } = changes;
  if (typeof hostName === 'string' && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(hostName)) {
    throw new ValidationError(`"${hostName}" is not a host name.`);
  }
  if (defaultPath !== undefined && toPathHere(defaultPath) !== defaultPath) {
    throw new ValidationError(`"${defaultPath}" is not a path of this host, such as /console/usage.`);
  }
  const change = db.transaction().execute(async (transaction) => {
    const user = await findUserByUsername(transaction, username);
    if (user === undefined) throw new NotFoundError(`There is no user "${username}".`);
    const { domainId, domain } = user;
    const before = await findDomainSettings(transaction, domainId);
    const after = { ...before, ...changes };
    await updateDomain(transaction, domainId, after);
    await audit.record(transaction, {
      caller: { userId: null, domainId },
      action: 'account.change-domain',
      message: 'The operator changed the settings of the domain',
      before,
      after,
    });
    return { ...after, domain };
  });
  return change.catch((error: unknown) =>
    onDuplicate(error, { domainsHostName: `The host name ${hostName} belongs to another domain.` }),
  );
}
