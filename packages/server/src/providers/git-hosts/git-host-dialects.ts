import type { GitHostKind } from '@atrium/contract/connections/automation';
import { z } from 'zod';

type CommitState = 'pending' | 'success' | 'failure' | 'error';

export interface CommitStatus {
  state: CommitState;
  /** At most 140 characters: GitHub accepts no more. */
  description: string;
  /** The page that the host links to. */
  url: string;
}

/** A pull or merge request from one branch of a repository to another one. */
export interface NewRequest {
  from: string;
  into: string;
  title: string;
  /** Markdown. */
  text: string;
}

export interface OpenRequest {
  number: number;
  url: string;
}

interface HostComment {
  id: number;
  text: string;
}

/** A webhook for pushes to branches, and for pull or merge requests, as JSON. */
export interface HostWebhook {
  url: string;
  /** Key of the signature, or GitLab's token. */
  secret: string;
}

interface ListedWebhook {
  id: string;
  url: string | undefined;
}

export interface HostCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object;
}

/** A call and the part of its response that is used; unknown fields are ignored. */
interface ReadCall<Result> extends HostCall {
  read: z.ZodType<Result>;
}

/** Calls of one host's REST API. `repository` is the path of the repository without `.git`. */
interface HostDialect {
  name: string;
  /** The root of the API for a repository at `host`. */
  api(host: string): string;
  authorization(credentials: { username: string; password: string }): Record<string, string>;
  setStatus(repository: string, commit: string, status: CommitStatus): HostCall;
  listComments(repository: string, request: number): ReadCall<HostComment[]>;
  addComment(repository: string, request: number, text: string): HostCall;
  changeComment(repository: string, request: number, comment: number, text: string): HostCall;
  /** Ref of a request's head in the repository that it is for; undefined where requests from forks have none. */
  headRef?(request: number): string;
  /** Reads open requests between two branches of the repository, without those of forks. */
  findRequest(repository: string, branches: Pick<NewRequest, 'from' | 'into'>): ReadCall<OpenRequest[]>;
  openRequest(repository: string, request: NewRequest): ReadCall<OpenRequest>;
  listWebhooks(repository: string): ReadCall<ListedWebhook[]>;
  addWebhook(repository: string, webhook: HostWebhook): HostCall;
  changeWebhook(repository: string, id: string, webhook: HostWebhook): HostCall;
}

/** Context of the commit status; branch protection on the host requires it by this name. */
const STATUS_CONTEXT = 'atrium';

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

const bearer = ({ password }: { password: string }) => ({ authorization: `Bearer ${password}` });

const IssueComments = z.array(
  z
    .object({ id: z.int(), body: z.string().nullable() })
    .transform(({ id, body }) => ({ id, text: body ?? '' })),
);

const PullRequest = z
  .object({ number: z.int(), html_url: z.string() })
  .transform(({ number, html_url }) => ({ number, url: html_url }));

/** Branches of forks can have the same names. */
const pullRequestsBetween = ({ from, into }: Pick<NewRequest, 'from' | 'into'>) => {
  const Side = z.object({ ref: z.string(), repo: z.object({ id: z.int() }).nullable() });
  return z
    .array(z.object({ number: z.int(), html_url: z.string(), head: Side, base: Side }))
    .transform((requests) =>
      requests
        .filter(({ head, base }) => head.ref === from && base.ref === into && head.repo?.id === base.repo?.id)
        .map(({ number, html_url }) => ({ number, url: html_url })),
    );
};

const ConfiguredWebhooks = z.array(
  z
    .object({ id: z.int(), config: z.object({ url: z.string().optional() }) })
    .transform(({ id, config }) => ({ id: String(id), url: config.url })),
);

/** Body of GitHub's webhooks. */
const githubWebhook = ({ url, secret }: HostWebhook) => ({
  active: true,
  events: ['push', 'pull_request'],
  config: { url, secret, content_type: 'json', insecure_ssl: '0' },
});

/** https://docs.github.com/en/rest, version 2022-11-28. */
const github: HostDialect = {
  name: 'GitHub',
  api: (host) => (host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`),
  authorization: bearer,
  setStatus: (repository, commit, { state, description, url }) => ({
    method: 'POST',
    path: `/repos/${repository}/statuses/${commit}`,
    body: { state, description, target_url: url, context: STATUS_CONTEXT },
  }),
  listComments: (repository, request) => ({
    method: 'GET',
    path: `/repos/${repository}/issues/${request}/comments?per_page=100`,
    read: IssueComments,
  }),
  addComment: (repository, request, text) => ({
    method: 'POST',
    path: `/repos/${repository}/issues/${request}/comments`,
    body: { body: text },
  }),
  changeComment: (repository, _request, comment, text) => ({
    method: 'PATCH',
    path: `/repos/${repository}/issues/comments/${comment}`,
    body: { body: text },
  }),
  headRef: (request) => `refs/pull/${request}/head`,
  findRequest(repository, branches) {
    const head = `${repository.split('/')[0]}:${branches.from}`;
    return {
      method: 'GET',
      path: `/repos/${repository}/pulls?${query({ state: 'open', head, base: branches.into })}`,
      read: pullRequestsBetween(branches),
    };
  },
  openRequest: (repository, { from, into, title, text }) => ({
    method: 'POST',
    path: `/repos/${repository}/pulls`,
    body: { title, body: text, head: from, base: into },
    read: PullRequest,
  }),
  listWebhooks: (repository) => ({
    method: 'GET',
    path: `/repos/${repository}/hooks?per_page=100`,
    read: ConfiguredWebhooks,
  }),
  addWebhook: (repository, webhook) => ({
    method: 'POST',
    path: `/repos/${repository}/hooks`,
    body: { name: 'web', ...githubWebhook(webhook) },
  }),
  changeWebhook: (repository, id, webhook) => ({
    method: 'PATCH',
    path: `/repos/${repository}/hooks/${id}`,
    body: githubWebhook(webhook),
  }),
};

/** Body of the webhooks of Gitea and Forgejo, which report new commits of a request as an event of its own. */
const giteaWebhook = ({ url, secret }: HostWebhook) => ({
  active: true,
  events: ['push', 'pull_request', 'pull_request_sync'],
  config: { url, secret, content_type: 'json' },
});

/** https://docs.gitea.com/api; Forgejo and Codeberg answer alike. */
const gitea: HostDialect = {
  ...github,
  name: 'Gitea',
  api: (host) => `https://${host}/api/v1`,
  authorization: ({ password }) => ({ authorization: `token ${password}` }),
  findRequest: (repository, branches) => ({
    method: 'GET',
    // Gitea filters requests by neither branch.
    path: `/repos/${repository}/pulls?state=open&sort=recentupdate&limit=50`,
    read: pullRequestsBetween(branches),
  }),
  listWebhooks: (repository) => ({
    method: 'GET',
    path: `/repos/${repository}/hooks?limit=50`,
    read: ConfiguredWebhooks,
  }),
  addWebhook: (repository, webhook) => ({
    method: 'POST',
    path: `/repos/${repository}/hooks`,
    body: { type: 'gitea', ...giteaWebhook(webhook) },
  }),
  changeWebhook: (repository, id, webhook) => ({
    method: 'PATCH',
    path: `/repos/${repository}/hooks/${id}`,
    body: giteaWebhook(webhook),
  }),
};

const MergeRequest = z
  .object({ iid: z.int(), web_url: z.string() })
  .transform(({ iid, web_url }) => ({ number: iid, url: web_url }));

const MergeRequests = z
  .array(
    z.object({
      iid: z.int(),
      web_url: z.string(),
      source_project_id: z.int().nullable(),
      target_project_id: z.int(),
    }),
  )
  .transform((requests) =>
    requests
      .filter((request) => request.source_project_id === request.target_project_id)
      .map(({ iid, web_url }) => ({ number: iid, url: web_url })),
  );

const gitlabWebhook = ({ url, secret }: HostWebhook) => ({
  url,
  token: secret,
  push_events: true,
  merge_requests_events: true,
  enable_ssl_verification: true,
});

/** https://docs.gitlab.com/api/rest. A project is named by its encoded path. */
const gitlab: HostDialect = {
  name: 'GitLab',
  api: (host) => `https://${host}/api/v4`,
  authorization: bearer,
  setStatus: (repository, commit, { state, description, url }) => ({
    method: 'POST',
    path: `/projects/${encodeURIComponent(repository)}/statuses/${commit}`,
    body: {
      state: { pending: 'pending', success: 'success', failure: 'failed', error: 'canceled' }[state],
      description,
      target_url: url,
      name: STATUS_CONTEXT,
    },
  }),
  listComments: (repository, request) => ({
    method: 'GET',
    path: `/projects/${encodeURIComponent(repository)}/merge_requests/${request}/notes?per_page=100&sort=asc`,
    read: IssueComments,
  }),
  addComment: (repository, request, text) => ({
    method: 'POST',
    path: `/projects/${encodeURIComponent(repository)}/merge_requests/${request}/notes`,
    body: { body: text },
  }),
  changeComment: (repository, request, comment, text) => ({
    method: 'PUT',
    path: `/projects/${encodeURIComponent(repository)}/merge_requests/${request}/notes/${comment}`,
    body: { body: text },
  }),
  headRef: (request) => `refs/merge-requests/${request}/head`,
  findRequest(repository, { from, into }) {
    const branches = { source_branch: from, target_branch: into };
    return {
      method: 'GET',
      path: `/projects/${encodeURIComponent(repository)}/merge_requests?${query({ state: 'opened', ...branches })}`,
      read: MergeRequests,
    };
  },
  openRequest: (repository, { from, into, title, text }) => ({
    method: 'POST',
    path: `/projects/${encodeURIComponent(repository)}/merge_requests`,
    body: { title, description: text, source_branch: from, target_branch: into },
    read: MergeRequest,
  }),
  listWebhooks: (repository) => ({
    method: 'GET',
    path: `/projects/${encodeURIComponent(repository)}/hooks?per_page=100`,
    read: z.array(
      z.object({ id: z.int(), url: z.string() }).transform(({ id, url }) => ({ id: String(id), url })),
    ),
  }),
  addWebhook: (repository, webhook) => ({
    method: 'POST',
    path: `/projects/${encodeURIComponent(repository)}/hooks`,
    body: gitlabWebhook(webhook),
  }),
  changeWebhook: (repository, id, webhook) => ({
    method: 'PUT',
    path: `/projects/${encodeURIComponent(repository)}/hooks/${id}`,
    body: gitlabWebhook(webhook),
  }),
};

const BitbucketRequest = z
  .object({ id: z.int(), links: z.object({ html: z.object({ href: z.string() }) }) })
  .transform(({ id, links }) => ({ number: id, url: links.html.href }));

const bitbucketWebhook = ({ url, secret }: HostWebhook) => ({
  description: 'Atrium',
  url,
  secret,
  active: true,
  events: ['repo:push', 'pullrequest:created', 'pullrequest:updated'],
});

/** https://developer.atlassian.com/cloud/bitbucket/rest. Bitbucket Data Center has another API. */
const bitbucket: HostDialect = {
  name: 'Bitbucket',
  api: (host) => `https://${host === 'bitbucket.org' ? 'api.bitbucket.org' : host}/2.0`,
  authorization: ({ username, password }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }),
  setStatus: (repository, commit, { state, description, url }) => ({
    method: 'POST',
    path: `/repositories/${repository}/commit/${commit}/statuses/build`,
    body: {
      key: STATUS_CONTEXT,
      state: { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', error: 'STOPPED' }[state],
      name: STATUS_CONTEXT,
      description,
      url,
    },
  }),
  listComments: (repository, request) => ({
    method: 'GET',
    path: `/repositories/${repository}/pullrequests/${request}/comments?pagelen=100`,
    read: z
      .object({ values: z.array(z.object({ id: z.int(), content: z.object({ raw: z.string() }) })) })
      .transform(({ values }) => values.map(({ id, content }) => ({ id, text: content.raw }))),
  }),
  addComment: (repository, request, text) => ({
    method: 'POST',
    path: `/repositories/${repository}/pullrequests/${request}/comments`,
    body: { content: { raw: text } },
  }),
  changeComment: (repository, request, comment, text) => ({
    method: 'PUT',
    path: `/repositories/${repository}/pullrequests/${request}/comments/${comment}`,
    body: { content: { raw: text } },
  }),
  findRequest(repository, { from, into }) {
    const wanted = {
      state: 'OPEN',
      'source.repository.full_name': repository,
      'source.branch.name': from,
      'destination.branch.name': into,
    };
    const q = Object.entries(wanted)
      .map(([field, value]) => `${field}=${JSON.stringify(value)}`)
      .join(' AND ');
    return {
      method: 'GET',
      path: `/repositories/${repository}/pullrequests?${query({ q })}`,
      read: z.object({ values: z.array(BitbucketRequest) }).transform(({ values }) => values),
    };
  },
  openRequest: (repository, { from, into, title, text }) => ({
    method: 'POST',
    path: `/repositories/${repository}/pullrequests`,
    body: {
      title,
      description: text,
      source: { branch: { name: from } },
      destination: { branch: { name: into } },
    },
    read: BitbucketRequest,
  }),
  listWebhooks: (repository) => ({
    method: 'GET',
    path: `/repositories/${repository}/hooks?pagelen=100`,
    read: z
      .object({ values: z.array(z.object({ uuid: z.string(), url: z.string() })) })
      .transform(({ values }) => values.map(({ uuid, url }) => ({ id: uuid, url }))),
  }),
  addWebhook: (repository, webhook) => ({
    method: 'POST',
    path: `/repositories/${repository}/hooks`,
    body: bitbucketWebhook(webhook),
  }),
  changeWebhook: (repository, id, webhook) => ({
    method: 'PUT',
    path: `/repositories/${repository}/hooks/${encodeURIComponent(id)}`,
    body: bitbucketWebhook(webhook),
  }),
};

export const GIT_HOST_DIALECTS: Record<GitHostKind, HostDialect> = {
  GITHUB: github,
  GITLAB: gitlab,
  GITEA: gitea,
  BITBUCKET: bitbucket,
};

/** Root of a host's API. The guarded client permits plain http to private addresses only. */
export const apiRootOf = (
  kind: GitHostKind,
  { host, protocol }: { host: string; protocol: string },
): string => GIT_HOST_DIALECTS[kind].api(host).replace(/^https:/, protocol);

/** The kind of a public host; undefined for other hosts, whose kind a person chooses. */
export function knownHostKind(host: string): GitHostKind | undefined {
  switch (host.toLowerCase()) {
    case 'github.com':
      return 'GITHUB';
    case 'gitlab.com':
      return 'GITLAB';
    case 'bitbucket.org':
      return 'BITBUCKET';
    case 'codeberg.org':
      return 'GITEA';
    default:
      return undefined;
  }
}
