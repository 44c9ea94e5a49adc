import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { changes } from './attention.ts';

/** State of a live version against git: `one change ahead of git`; undefined if the service does not answer. */
export function describeLive({ version, exchange, ahead, behind }: ConfiguredService): string | undefined {
  if (version === null) return undefined;
  if (exchange === null) return 'not in git';
  if (ahead === null || (ahead === 0 && behind === null)) return 'exchanged with git';
  if (ahead === 0 && behind === 0) return 'as in git';
  const apart = [ahead && `${changes(ahead)} ahead of git`, behind && `${changes(behind)} behind git`];
  return apart.filter(Boolean).join(', ');
}
