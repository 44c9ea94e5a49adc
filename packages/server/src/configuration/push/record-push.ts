import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { type Exchange, upsertExchange } from '../versions/exchange.repository.ts';
import type { Contribution } from './push-contribution.ts';

/** Branch and commit of a push, and the time at which it began to write. */
interface Written {
  gitUrl: string;
  branch: string;
  commitSha: string;
  exchangedOn: Date;
  /** In the transaction that records it. */
  onRecorded?: ((transaction: Store) => Promise<void>) | undefined;
  /** Nothing had to be written. */
  isUnchanged?: boolean;
}

/** Records that a branch has a version of a service, and logs the push. */
export async function recordPush(
  { db, random, audit, gitSync }: Pick<ConfigurationParts, 'db' | 'random' | 'audit' | 'gitSync'>,
  caller: Caller,
  { service, version, checksums }: Contribution,
  { gitUrl, branch, commitSha, exchangedOn, onRecorded, isUnchanged = false }: Written,
): Promise<Exchange> {
  const exchange: Exchange = {
    id: random.id(),
    domainId: caller.domainId,
    serviceId: service.id,
    gitUrl,
    branch,
    commitSha,
    version,
    submittedVersion: version,
    direction: 'PUSH',
    exchangedOn,
    userId: caller.userId,
    checksums: Object.fromEntries(checksums),
  };
  await db.transaction().execute(async (transaction) => {
    await gitSync.noteChange(transaction, { domainId: caller.domainId, pushedTo: gitUrl });
    await upsertExchange(transaction, exchange);
    await onRecorded?.(transaction);
    if (isUnchanged) return;
    await audit.record(transaction, {
      caller,
      action: 'configuration.push',
      message: `${service.id}: pushed version ${version} to ${branch} of ${gitUrl}`,
      after: { serviceId: service.id, version, commitSha },
    });
  });
  return exchange;
}
