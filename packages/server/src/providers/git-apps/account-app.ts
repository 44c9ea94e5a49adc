import { z } from 'zod';
import type { AccountAppSettings } from '../../git-app-settings.ts';
import { apiRootOf, GIT_HOST_DIALECTS } from '../git-hosts/git-host-dialects.ts';
import { createAppRequests } from './app-requests.ts';
import {
  type AppAccess,
  type GitApp,
  type GitAppParts,
  LEAST_TOKEN_MS,
  OAuthTokens,
  revoked,
} from './git-app.ts';
import { createOAuthClient } from './oauth-client.ts';

/** Repositories of one list; one more tells whether there are others. Gitea gives at most 50. */
const MAX_SHOWN = 49;

interface FoundRepository {
  path: string;
  defaultBranch: string | null;
}

interface AccountDialect {
  paths: { authorize: string; token: string };
  scope: string;
  /** Name in the response of `/user`. */
  account: z.ZodType<{ id: number; name: string }>;
  list(search: string, accountId: number): string;
  listed: z.ZodType<FoundRepository[]>;
  one(path: string): string;
  found: z.ZodType<FoundRepository>;
}

const GitLabProject = z
  .object({ path_with_namespace: z.string(), default_branch: z.string().nullish() })
  .transform((one) => ({ path: one.path_with_namespace, defaultBranch: one.default_branch ?? null }));

const GiteaRepository = z
  .object({ full_name: z.string(), default_branch: z.string().nullish(), empty: z.boolean().nullish() })
  .transform((one) => ({
    path: one.full_name,
    defaultBranch: one.empty === true ? null : (one.default_branch ?? null),
  }));

const DIALECTS: Record<'GITLAB' | 'GITEA', AccountDialect> = {
  /** https://docs.gitlab.com/api/oauth2, https://docs.gitlab.com/api/projects. */
  GITLAB: {
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    // Commit statuses and comments need it; git accepts it too.
    scope: 'api',
    account: z
      .object({ id: z.int(), username: z.string() })
      .transform((one) => ({ ...one, name: one.username })),
    list: (search) =>
      `/projects?${new URLSearchParams({
        membership: 'true',
        simple: 'true',
        archived: 'false',
        order_by: 'last_activity_at',
        per_page: String(MAX_SHOWN + 1),
        ...(search !== '' && { search, search_namespaces: 'true' }),
      }).toString()}`,
    listed: z.array(GitLabProject),
    one: (path) => `/projects/${encodeURIComponent(path)}`,
    found: GitLabProject,
  },
  /** https://docs.gitea.com/development/oauth2-provider, https://docs.gitea.com/api. */
  GITEA: {
    paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    // Comments on requests are comments of issues there.
    scope: 'read:user write:repository write:issue',
    account: z.object({ id: z.int(), login: z.string() }).transform((one) => ({ ...one, name: one.login })),
    list: (search, accountId) =>
      `/repos/search?${new URLSearchParams({
        uid: String(accountId),
        // Names only, without the owner.
        q: search.slice(search.lastIndexOf('/') + 1),
        archived: 'false',
        sort: 'updated',
        order: 'desc',
        limit: String(MAX_SHOWN + 1),
      }).toString()}`,
    listed: z.object({ data: z.array(GiteaRepository) }).transform(({ data }) => data),
    one: (path) => `/repos/${path.split('/').map(encodeURIComponent).join('/')}`,
    found: GiteaRepository,
  },
};

/** OAuth application at GitLab, or Gitea and Forgejo: it may do what the person's account may. */
export function createAccountApp(
  settings: AccountAppSettings,
  { clock, policy, redirectUrl }: GitAppParts,
): GitApp {
  const { kind } = settings;
  const dialect = DIALECTS[kind];
  const { name } = GIT_HOST_DIALECTS[kind];
  const url = new URL(settings.url);
  const { host, hostname, origin } = url;
  const requests = createAppRequests(policy, { name, api: apiRootOf(kind, url), hosts: [hostname] });
  const oauth = createOAuthClient({
    clock,
    name,
    client: { ...settings, url: origin },
    paths: dialect.paths,
    scope: dialect.scope,
    redirectUrl,
    requests,
    allowPrivate: policy.allowPrivate,
  });
  const toRepository = ({ path, defaultBranch }: FoundRepository) => ({
    path,
    // Never the address that the host states: tokens go to the host of the settings only.
    gitUrl: `${origin}/${path}.git`,
    defaultBranch,
  });
  const readAccount = ({ accessToken: token }: OAuthTokens) =>
    requests.read({ path: '/user', token, read: dialect.account });

  return {
    kind,
    name,
    host,
    installUrl: undefined,
    gitUsername: 'oauth2',
    buildUrl: oauth.buildUrl,
    exchange: oauth.exchange,
    findAccount: async (tokens) => (await readAccount(tokens)).name,
    async listRepositories(tokens, search) {
      const { id } = await readAccount(tokens);
      const listed = await requests.read({
        path: dialect.list(search, id),
        token: tokens.accessToken,
        read: dialect.listed,
      });
      const wanted = search.toLowerCase();
      const found = listed.filter(({ path }) => !wanted.includes('/') || path.toLowerCase().includes(wanted));
      return { repositories: found.slice(0, MAX_SHOWN).map(toRepository), isCut: listed.length > MAX_SHOWN };
    },
    async findRepository(tokens, path) {
      const found = await requests.find({
        path: dialect.one(path),
        token: tokens.accessToken,
        read: dialect.found,
      });
      return found && { repository: toRepository(found), access: tokens };
    },
    async findToken(access) {
      const { accessToken, expiresOn } = tokensOf(name, access);
      const isCurrent = expiresOn === null || Date.parse(expiresOn) > clock.now().getTime() + LEAST_TOKEN_MS;
      return isCurrent ? accessToken : undefined;
    },
    async renew(access) {
      const { refreshToken } = tokensOf(name, access);
      if (refreshToken === null) throw revoked(name);
      const renewed = await oauth.refresh(refreshToken);
      // A host that doesn't rotate refresh tokens sends none.
      const kept = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
      return { access: kept, token: renewed.accessToken };
    },
    refuse: (access) => ({ ...tokensOf(name, access), expiresOn: new Date(0).toISOString() }),
  };
}

function tokensOf(name: string, access: AppAccess): OAuthTokens {
  const parsed = OAuthTokens.safeParse(access);
  if (!parsed.success) throw revoked(name);
  return parsed.data;
}
