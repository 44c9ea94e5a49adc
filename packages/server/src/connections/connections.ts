import type { GitApps } from '../providers/git-apps/git-apps.ts';
import { AppAccesses } from './app-access.service.ts';
import { type ConnectionParts, Connections } from './connection.service.ts';
import { GitGrants } from './git-grant.service.ts';
import { KeyRenewals } from './key-renewal.service.ts';

/** Services of connected repositories, and of the access to them. */
export interface ConnectionServices {
  connections: Connections;
  gitGrants: GitGrants;
  keyRenewals: KeyRenewals;
}

export function createConnections(
  parts: Omit<ConnectionParts, 'appAccesses'> & { gitApps: GitApps },
): ConnectionServices {
  const connections = new Connections({ ...parts, appAccesses: new AppAccesses(parts) });
  return {
    connections,
    gitGrants: new GitGrants({ ...parts, connections }),
    keyRenewals: new KeyRenewals({ ...parts, connections }),
  };
}
