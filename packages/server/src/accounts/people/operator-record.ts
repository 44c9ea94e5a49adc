import type { Audit, Change } from '../../audit/audit.service.ts';
import type { Store } from '../../database/schema.ts';
import { findDefaultDomainId } from '../domains/domain.repository.ts';

/**
 * Logs an operator's change of the platform in its own domain. Does nothing before the first start, which creates that
 * domain.
 */
export async function recordByOperator(
  transaction: Store,
  audit: Audit,
  change: Omit<Change, 'caller'>,
): Promise<void> {
  const domainId = await findDefaultDomainId(transaction);
  if (domainId === undefined) return;
  await audit.record(transaction, { caller: { userId: null, domainId }, ...change });
}
