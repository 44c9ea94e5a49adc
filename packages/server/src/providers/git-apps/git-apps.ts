import type { AppKind } from '@atrium/contract/connections/connections';
import type { GitAppSettings } from '../../git-app-settings.ts';
import { createAccountApp } from './account-app.ts';
import type { GitApp, GitAppParts } from './git-app.ts';
import { createGitHubApp } from './github-app.ts';

/** Apps at git hosts that the operator has set up. */
export interface GitApps {
  list(): readonly GitApp[];
  find(kind: AppKind): GitApp | undefined;
}

export function createGitApps(settings: readonly GitAppSettings[], parts: GitAppParts): GitApps {
  const apps = settings.map((one) => createApp(one, parts));
  return { list: () => apps, find: (kind) => apps.find((app) => app.kind === kind) };
}

const createApp = (settings: GitAppSettings, parts: GitAppParts): GitApp =>
  settings.kind === 'GITHUB' ? createGitHubApp(settings, parts) : createAccountApp(settings, parts);
