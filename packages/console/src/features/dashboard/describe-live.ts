import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { changes } from './attention.ts';

/** `Content: version 3, one change ahead of git` */
export function describeLive(service: ConfiguredService): string {
  const { serviceName, version, exchange, ahead, behind } = service;
  if (version === null) return `${serviceName}: does not answer`;
  const name = `${serviceName}: version ${version}`;
  if (exchange === null) return `${name}, not in git`;
  if (ahead === null || (ahead === 0 && behind === null)) return `${name}, exchanged with git`;
  if (ahead === 0 && behind === 0) return `${name}, as in git`;
  const apart = [ahead && `${changes(ahead)} ahead of git`, behind && `${changes(behind)} behind git`];
  return `${name}, ${apart.filter(Boolean).join(', ')}`;
}
