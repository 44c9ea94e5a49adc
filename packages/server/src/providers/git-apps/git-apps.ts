import type { AppKind } from '@atrium/contract/connections/connections';
import { createAccountApp, type GitAppParts } from './account-app.ts';
import type { GitApp, GitAppSettings } from './git-app.ts';

/** Apps at git hosts that the operator has set up. */
export interface GitApps {
  list(): readonly GitApp[];
  find(kind: AppKind): GitApp | undefined;
}

export function createGitApps(settings: readonly GitAppSettings[], parts: GitAppParts): GitApps {
  const apps = settings.map((one) => createApp(one, parts));
  return { list: () => apps, find: (kind) => apps.find((app) => app.kind === kind) };
}

function createApp(settings: GitAppSettings, parts: GitAppParts): GitApp {
  const { kind } = settings;
  if (kind !== 'GITHUB') return createAccountApp({ ...settings, kind }, parts);
  throw new Error('A GitHub App needs an id and a private key.');
}
