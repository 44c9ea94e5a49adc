import type { Audit, Change } from '../../audit/audit.service.ts';
import type { Store } from '../../database/schema.ts';
import { findDefaultDomainId } from '../domains/domain.repository.ts';

/** Writes what the operator did to the platform into the log of its own domain. Before the first start, which makes it, there is none. */
export async function recordByOperator(
  transaction: Store,
  audit: Audit,
  change: Omit<Change, 'caller'>,
): Promise<void> {
  const domainId = await findDefaultDomainId(transaction);
  if (domainId === undefined) return;
  await audit.record(transaction, { caller: { userId: null, domainId }, ...change });
}
