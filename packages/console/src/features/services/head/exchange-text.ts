import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDate } from '../../../lib/format-date.ts';

/** `2 files ahead of main`: how far a service and the branch last exchanged are apart. */
export function describeExchange({ exchange, ahead, behind }: ConfiguredService): string {
  if (exchange === null) return 'Not in git yet';
  const branch = exchange.branch ?? 'git';
  if (ahead === null || (ahead === 0 && behind === null))
    return `Exchanged with ${branch} on ${formatDate(exchange.exchangedOn)}`;
  if (ahead === 0) return behind ? `${formatQuantity(behind, 'file')} behind ${branch}` : `As in ${branch}`;
  return `${formatQuantity(ahead, 'file')} ahead of ${branch}${behind ? ` and ${formatQuantity(behind, 'file')} behind it` : ''}`;
}
