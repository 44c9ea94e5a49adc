import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { GitHubAppSettings } from '../../git-app-settings.ts';
import { apiRootOf, GIT_HOST_DIALECTS } from '../git-hosts/git-host-dialects.ts';
import { createAppRequests } from './app-requests.ts';
import {
  type GitApp,
  type GitAppParts,
  InstalledRepository,
  LEAST_TOKEN_MS,
  type OAuthTokens,
  revoked,
} from './git-app.ts';
import { createOAuthClient } from './oauth-client.ts';

const JWT_SECONDS = 9 * 60;
const PAGE = 100;
/** Pages that one search reads, and those of one installation; the API cannot search in it. */
const MAX_PAGES = 30;
const MAX_SHOWN = 50;

const Installations = z.object({
  installations: z.array(
    z.object({
      id: z.int(),
      account: z.object({ login: z.string() }).nullish(),
      suspended_at: z.string().nullish(),
    }),
  ),
});

const Repository = z.object({
  id: z.int(),
  full_name: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().default(false) }).nullish(),
});
type Repository = z.infer<typeof Repository>;

const Repositories = z.object({ repositories: z.array(Repository) });

/** Sentences for a refused token of an installation, by status. */
const REFUSALS: Record<number, string> = {
  401: 'GitHub does not accept the app ID or the private key of this installation. Tell its operator.',
  403: 'GitHub has suspended the app for this account. Allow it there again.',
  422: 'The app may no longer use this repository at GitHub, or lacks a permission there. Allow it, or connect again.',
};

const InstallationToken = z.object({ token: z.string(), expires_at: z.string() });

function installedOf(access: unknown): InstalledRepository {
  const parsed = InstalledRepository.safeParse(access);
  if (!parsed.success) throw revoked(GIT_HOST_DIALECTS.GITHUB.name);
  return parsed.data;
}

const placeOf = (access: InstalledRepository) => JSON.stringify(access);

/**
 * GitHub App, on github.com or GitHub Enterprise: git signs in with short tokens for one repository. The person's own token
 * only proves which repositories of which installations are theirs to choose.
 */
export function createGitHubApp(
  settings: GitHubAppSettings,
  { clock, policy, redirectUrl }: GitAppParts,
): GitApp {
  const { appId, slug, privateKey } = settings;
  const { name } = GIT_HOST_DIALECTS.GITHUB;
  const url = new URL(settings.url);
  const { host, hostname, origin } = url;
  const root = apiRootOf('GITHUB', url);
  const requests = createAppRequests(policy, { name, api: root, hosts: [hostname, new URL(root).hostname] });
  const oauth = createOAuthClient({
    clock,
    name,
    client: { ...settings, url: origin },
    paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    // The permissions of the App count.
    scope: '',
    redirectUrl,
    requests,
    allowPrivate: policy.allowPrivate,
  });
  const key = createPrivateKey(privateKey);
  const known = new Map<string, { token: string; expiresOn: number }>();

  const toRepository = ({ full_name: path, default_branch: branch }: Repository) => ({
    path,
    gitUrl: `${origin}/${path}.git`,
    defaultBranch: branch ?? null,
  });

  async function listInstallations({ accessToken: token }: OAuthTokens) {
    const path = `/user/installations?per_page=${PAGE}`;
    const { installations } = await requests.read({ path, token, read: Installations });
    return installations.filter(({ suspended_at }) => suspended_at == null);
  }

  /** Repositories of an installation that the person may use themselves. */
  async function* readRepositories({ accessToken: token }: OAuthTokens, installationId: number) {
    for (let page = 1; ; page += 1) {
      const path = `/user/installations/${installationId}/repositories?per_page=${PAGE}&page=${page}`;
      // An installation may have been removed since it was listed.
      const found = await requests.find({ path, token, read: Repositories });
      const repositories = found?.repositories ?? [];
      yield repositories;
      if (repositories.length < PAGE || page === MAX_PAGES) return;
    }
  }

  async function createToken(access: InstalledRepository): Promise<{ token: string; expiresOn: number }> {
    const { installationId, repositoryId, mayPush } = access;
    const now = Math.floor(clock.now().getTime() / 1000);
    const proof = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(appId)
      // GitHub recommends a minute for clocks that differ.
      .setIssuedAt(now - 60)
      .setExpirationTime(now + JWT_SECONDS)
      .sign(key);
    const right = mayPush ? 'write' : 'read';
    const found = await requests.find({
      path: `/app/installations/${installationId}/access_tokens`,
      token: proof,
      body: {
        repository_ids: [repositoryId],
        permissions: { contents: right, ...(mayPush && { statuses: right, pull_requests: right }) },
      },
      read: InstallationToken,
      refusals: REFUSALS,
    });
    if (found === undefined) throw revoked(name);
    return { token: found.token, expiresOn: Date.parse(found.expires_at) };
  }

  return {
    kind: 'GITHUB',
    name,
    host,
    installUrl: `${origin}/${host === 'github.com' ? 'apps' : 'github-apps'}/${slug}/installations/new`,
    gitUsername: 'x-access-token',
    buildUrl: oauth.buildUrl,
    exchange: oauth.exchange,
    async findAccount({ accessToken: token }) {
      const read = z.object({ login: z.string() });
      return (await requests.read({ path: '/user', token, read })).login;
    },
    async listRepositories(tokens, search) {
      const wanted = search.toLowerCase();
      const found: Repository[] = [];
      let pages = 0;
      for (const { id } of await listInstallations(tokens)) {
        for await (const page of readRepositories(tokens, id)) {
          found.push(
            ...page.filter((one) => one.archived !== true && one.full_name.toLowerCase().includes(wanted)),
          );
          pages += 1;
          if (found.length > MAX_SHOWN || pages >= MAX_PAGES)
            return { repositories: found.slice(0, MAX_SHOWN).map(toRepository), isCut: true };
        }
      }
      return { repositories: found.map(toRepository), isCut: false };
    },
    async findRepository(tokens, path) {
      const owner = path.split('/')[0]?.toLowerCase();
      for (const { id, account } of await listInstallations(tokens)) {
        if (account?.login.toLowerCase() !== owner) continue;
        for await (const page of readRepositories(tokens, id)) {
          const one = page.find((each) => each.full_name.toLowerCase() === path.toLowerCase());
          if (one === undefined) continue;
          const mayPush = one.permissions?.push ?? false;
          const access = { installationId: id, repositoryId: one.id, mayPush };
          return { repository: toRepository(one), access };
        }
      }
      return undefined;
    },
    async findToken(access) {
      const installed = installedOf(access);
      const place = placeOf(installed);
      const leastOn = clock.now().getTime() + LEAST_TOKEN_MS;
      for (const [each, { expiresOn }] of known) if (expiresOn <= leastOn) known.delete(each);
      const current = known.get(place) ?? (await createToken(installed));
      known.set(place, current);
      return current.token;
    },
    async renew(access) {
      const { token } = await createToken(installedOf(access));
      return { access, token };
    },
    refuse(access) {
      known.delete(placeOf(installedOf(access)));
      return access;
    },
  };
}
