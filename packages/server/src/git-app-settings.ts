import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { text, url } from './setting-values.ts';

export interface AppClient {
  /** Address of the host, without a path. */
  url: string;
  clientId: string;
  clientSecret: string;
}

/** OAuth application at GitLab, or Gitea and Forgejo. */
export interface AccountAppSettings extends AppClient {
  kind: 'GITLAB' | 'GITEA';
}

export interface GitHubAppSettings extends AppClient {
  kind: 'GITHUB';
  appId: string;
  /** Its name in addresses. */
  slug: string;
  /** PEM. */
  privateKey: string;
}

/** Registration of this installation at a git host. */
export type GitAppSettings = AccountAppSettings | GitHubAppSettings;

const host = (example: string) =>
  url(['http:', 'https:'], 'an address')
    .refine((address) => /^https?:\/\/[^/?#@]+\/?$/.test(address))
    .describe(`the address of a host, such as ${example}`)
    .optional();

/** Settings of apps at git hosts. */
export const gitAppValues = {
  ATRIUM_GITHUB_URL: host('https://github.example.com'),
  ATRIUM_GITHUB_APP_ID: z
    .string()
    .trim()
    .regex(/^\d{1,20}$/)
    .describe('the ID of a GitHub App, a number')
    .optional(),
  ATRIUM_GITHUB_APP_SLUG: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/)
    .describe('the name of a GitHub App as in its address, such as atrium-example')
    .optional(),
  ATRIUM_GITHUB_CLIENT_ID: text('the client ID of a GitHub App').optional(),
  ATRIUM_GITHUB_CLIENT_SECRET: text('a client secret of a GitHub App').optional(),
  ATRIUM_GITHUB_PRIVATE_KEY_FILE: text('the path of a file').optional(),
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
    name: 'GitHub',
    needed: [
      'ATRIUM_GITHUB_APP_ID',
      'ATRIUM_GITHUB_APP_SLUG',
      'ATRIUM_GITHUB_CLIENT_ID',
      'ATRIUM_GITHUB_CLIENT_SECRET',
      'ATRIUM_GITHUB_PRIVATE_KEY_FILE',
    ],
    optional: ['ATRIUM_GITHUB_URL'],
  },
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
  const fault =
    settings.ATRIUM_GITHUB_PRIVATE_KEY_FILE && findKeyFault(settings.ATRIUM_GITHUB_PRIVATE_KEY_FILE);
  if (fault) return yield `ATRIUM_GITHUB_PRIVATE_KEY_FILE cannot be used: ${fault}.`;
  const { ATRIUM_GIT_HOSTS: allowed } = settings;
  for (const app of readGitApps(settings)) {
    const { hostname } = new URL(app.url);
    if (allowed !== undefined && !allowed.includes(hostname))
      yield `ATRIUM_GIT_HOSTS does not name ${hostname}, so repositories cannot be connected with ATRIUM_${app.kind}_CLIENT_ID; add it, or remove that setting.`;
  }
}

/** Returns the reason without the contents of the file. */
function findKeyFault(path: string): string | undefined {
  try {
    const { asymmetricKeyType } = createPrivateKey(readFileSync(path));
    return asymmetricKeyType === 'rsa' ? undefined : 'GitHub signs with RSA keys only';
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return code.startsWith('E') && !code.startsWith('ERR_')
      ? message
      : 'it holds no private key in PEM format';
  }
}

/** Apps that are set up whole. */
export function readGitApps(settings: GitAppValues): GitAppSettings[] {
  const {
    ATRIUM_GITHUB_URL: githubUrl = 'https://github.com',
    ATRIUM_GITHUB_APP_ID: appId,
    ATRIUM_GITHUB_APP_SLUG: slug,
    ATRIUM_GITHUB_CLIENT_ID: githubId,
    ATRIUM_GITHUB_CLIENT_SECRET: githubSecret,
    ATRIUM_GITHUB_PRIVATE_KEY_FILE: keyFile,
    ATRIUM_GITLAB_URL: gitlabUrl = 'https://gitlab.com',
    ATRIUM_GITLAB_CLIENT_ID: gitlabId,
    ATRIUM_GITLAB_CLIENT_SECRET: gitlabSecret,
    ATRIUM_GITEA_URL: giteaUrl,
    ATRIUM_GITEA_CLIENT_ID: giteaId,
    ATRIUM_GITEA_CLIENT_SECRET: giteaSecret,
  } = settings;
  const apps: GitAppSettings[] = [];
  if (appId && slug && githubId && githubSecret && keyFile) {
    const client = { url: githubUrl, clientId: githubId, clientSecret: githubSecret };
    apps.push({ kind: 'GITHUB', ...client, appId, slug, privateKey: readFileSync(keyFile, 'utf8') });
  }
  if (gitlabId && gitlabSecret)
    apps.push({ kind: 'GITLAB', url: gitlabUrl, clientId: gitlabId, clientSecret: gitlabSecret });
  if (giteaUrl && giteaId && giteaSecret)
    apps.push({ kind: 'GITEA', url: giteaUrl, clientId: giteaId, clientSecret: giteaSecret });
  return apps;
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
