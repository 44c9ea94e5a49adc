import type { Store } from '../../database/schema.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { GIT_REPORT } from '../git-sync.job.ts';
import { findHook } from '../hooks/hook.repository.ts';
import type { StoredEvent } from '../pushes/event.repository.ts';

/** Queues a report to the git host of a push. It has the state of the push when it is sent. */
export async function enqueueReport(
  transaction: Store,
  outbox: Pick<Outbox, 'enqueue'>,
  { id, domainId, connectionId }: Pick<StoredEvent, 'id' | 'domainId' | 'connectionId'>,
): Promise<void> {
  const hook = await findHook(transaction, { domainId, connectionId });
  if (hook?.reportTo == null) return;
  const about = { domainId, receiverId: connectionId, subjectId: id, event: 'push' };
  await outbox.enqueue(transaction, { ...about, kind: GIT_REPORT, payload: '{}' });
}
