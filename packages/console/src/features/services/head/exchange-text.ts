import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDate } from '../../../lib/format-date.ts';

/**
 * `2 changes ahead of main`: distance between a service and the last synchronized branch. A file that one side lacks
 * counts as a change.
 */
export function describeExchange({ exchange, ahead, behind }: ConfiguredService): string {
  if (exchange === null) return 'Not in git yet';
  const branch = exchange.branch ?? 'git';
  if (ahead === null || (ahead === 0 && behind === null))
    return `Exchanged with ${branch} on ${formatDate(exchange.exchangedOn)}`;
  if (ahead === 0) return behind ? `${formatQuantity(behind, 'change')} behind ${branch}` : `As in ${branch}`;
  return `${formatQuantity(ahead, 'change')} ahead of ${branch}${behind ? ` and ${formatQuantity(behind, 'change')} behind it` : ''}`;
}
