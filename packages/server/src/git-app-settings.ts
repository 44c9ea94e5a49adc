import type { z } from 'zod';
import type { GitAppSettings } from './providers/git-apps/git-app.ts';
import { text, url } from './setting-values.ts';

const host = (example: string) =>
  url(['http:', 'https:'], 'an address')
    .refine((address) => /^https?:\/\/[^/?#@]+\/?$/.test(address))
    .describe(`the address of a host, such as ${example}`)
    .optional();

/** Settings of apps at git hosts. */
export const gitAppValues = {
  ATRIUM_GITLAB_URL: host('https://gitlab.example.com'),
  ATRIUM_GITLAB_CLIENT_ID: text('the ID of an application').optional(),
  ATRIUM_GITLAB_CLIENT_SECRET: text('the secret of an application').optional(),
  ATRIUM_GITEA_URL: host('https://git.example.com'),
  ATRIUM_GITEA_CLIENT_ID: text('the ID of an application').optional(),
  ATRIUM_GITEA_CLIENT_SECRET: text('the secret of an application').optional(),
};

type GitAppValues = { [Name in keyof typeof gitAppValues]?: z.infer<(typeof gitAppValues)[Name]> };

/** Settings that belong together; an address may have a default. */
const GROUPS: { name: string; needed: (keyof GitAppValues)[]; optional: (keyof GitAppValues)[] }[] = [
  {
    name: 'GitLab',
    needed: ['ATRIUM_GITLAB_CLIENT_ID', 'ATRIUM_GITLAB_CLIENT_SECRET'],
    optional: ['ATRIUM_GITLAB_URL'],
  },
  {
    name: 'Gitea',
    needed: ['ATRIUM_GITEA_URL', 'ATRIUM_GITEA_CLIENT_ID', 'ATRIUM_GITEA_CLIENT_SECRET'],
    optional: [],
  },
];

/** Sentences about apps that are set up in part, or at hosts that people may not use. */
export function* findGitAppMisfits(
  settings: GitAppValues & { ATRIUM_GIT_HOSTS?: readonly string[] | undefined },
): Generator<string> {
  for (const { name, needed, optional } of GROUPS) {
    const given = [...needed, ...optional].find((each) => settings[each] !== undefined);
    const missing = needed.find((each) => settings[each] === undefined);
    if (given !== undefined && missing !== undefined)
      yield `${given} is set, but ${missing} is not: to connect repositories with ${name}, set ${listed(needed)}.`;
  }
  const { ATRIUM_GIT_HOSTS: allowed } = settings;
  for (const app of readGitApps(settings)) {
    const { hostname } = new URL(app.url);
    if (allowed !== undefined && !allowed.includes(hostname))
      yield `ATRIUM_GIT_HOSTS does not name ${hostname}, so repositories cannot be connected with ATRIUM_${app.kind}_CLIENT_ID; add it, or remove that setting.`;
  }
}

/** Apps that are set up whole. */
export function readGitApps(settings: GitAppValues): GitAppSettings[] {
  const {
    ATRIUM_GITLAB_URL: gitlabUrl = 'https://gitlab.com',
    ATRIUM_GITLAB_CLIENT_ID: gitlabId,
    ATRIUM_GITLAB_CLIENT_SECRET: gitlabSecret,
    ATRIUM_GITEA_URL: giteaUrl,
    ATRIUM_GITEA_CLIENT_ID: giteaId,
    ATRIUM_GITEA_CLIENT_SECRET: giteaSecret,
  } = settings;
  const apps: GitAppSettings[] = [];
  if (gitlabId && gitlabSecret)
    apps.push({ kind: 'GITLAB', url: gitlabUrl, clientId: gitlabId, clientSecret: gitlabSecret });
  if (giteaUrl && giteaId && giteaSecret)
    apps.push({ kind: 'GITEA', url: giteaUrl, clientId: giteaId, clientSecret: giteaSecret });
  return apps;
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
