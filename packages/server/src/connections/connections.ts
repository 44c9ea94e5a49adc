import { GIT_RETURN_PATH } from '@atrium/contract/connections/git-apps';
import type { Config } from '../config.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { GitAppParts } from '../providers/git-apps/git-app.ts';
import { createGitApps } from '../providers/git-apps/git-apps.ts';
import { AppAccesses } from './app-access.service.ts';
import { type ConnectionParts, Connections } from './connection.service.ts';
import { GitGrants } from './git-grant.service.ts';
import { KeyRenewals } from './key-renewal.service.ts';

interface Parts extends Omit<ConnectionParts, 'appAccesses'> {
  config: Pick<Config, 'gitAllowPrivate' | 'gitApps'>;
  publicUrl: PublicUrl;
  /** Replaces the system's resolver for hosts of apps. */
  resolveHost: GitAppParts['policy']['resolveHost'];
}

/** Connected repositories, with what gives and renews the access to them. */
export interface ConnectionServices {
  connections: Connections;
  gitGrants: GitGrants;
  keyRenewals: KeyRenewals;
}

export function createConnections(parts: Parts): ConnectionServices {
  const { clock, config, publicUrl, resolveHost } = parts;
  const gitApps = createGitApps(config.gitApps, {
    clock,
    policy: { allowPrivate: config.gitAllowPrivate, resolveHost },
    redirectUrl: () => publicUrl.get() + GIT_RETURN_PATH,
  });
  const appAccesses = new AppAccesses({ ...parts, gitApps });
  const connections = new Connections({ ...parts, appAccesses });
  return {
    connections,
    gitGrants: new GitGrants({ ...parts, gitApps, connections }),
    keyRenewals: new KeyRenewals({ ...parts, connections }),
  };
}
