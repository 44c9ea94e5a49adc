import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { formatQuantity } from '../../../lib/format.ts';

/** `2 files ahead of main`: how far a service and the branch last exchanged are apart. */
export function describeExchange({ exchange, ahead, behind }: ConfiguredService): string {
  if (exchange === null) return 'Not in git yet';
  const branch = exchange.branch ?? 'git';
  if (ahead === null || behind === null) return `Exchanged with ${branch}`;
  if (ahead === 0)
    return behind === 0 ? `As in ${branch}` : `${formatQuantity(behind, 'file')} behind ${branch}`;
  return `${formatQuantity(ahead, 'file')} ahead of ${branch}${behind === 0 ? '' : ` and ${formatQuantity(behind, 'file')} behind it`}`;
}
