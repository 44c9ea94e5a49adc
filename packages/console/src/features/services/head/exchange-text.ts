import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';

/** `2 files ahead of main`: how far a service and the branch last exchanged are apart. */
export function describeExchange({ exchange, ahead, behind }: ConfiguredService): string {
  if (exchange === null) return 'Not in git yet';
  const branch = exchange.branch ?? 'git';
  if (ahead === null || behind === null) return `Exchanged with ${branch}`;
  if (ahead === 0) return behind === 0 ? `As in ${branch}` : `${files(behind)} behind ${branch}`;
  return `${files(ahead)} ahead of ${branch}${behind === 0 ? '' : ` and ${files(behind)} behind it`}`;
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`;
}
