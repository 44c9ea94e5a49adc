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

interface HostComment {
  id: number;
  text: string;
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
}

/** Context of the commit status; branch protection on the host requires it by this name. */
const STATUS_CONTEXT = 'atrium';

const bearer = ({ password }: { password: string }) => ({ authorization: `Bearer ${password}` });

const IssueComments = z.array(
  z
    .object({ id: z.int(), body: z.string().nullable() })
    .transform(({ id, body }) => ({ id, text: body ?? '' })),
);

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
};

/** https://docs.gitea.com/api; Forgejo and Codeberg answer alike. */
const gitea: HostDialect = {
  ...github,
  name: 'Gitea',
  api: (host) => `https://${host}/api/v1`,
  authorization: ({ password }) => ({ authorization: `token ${password}` }),
};

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
};

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
};

export const GIT_HOST_DIALECTS: Record<GitHostKind, HostDialect> = {
  GITHUB: github,
  GITLAB: gitlab,
  GITEA: gitea,
  BITBUCKET: bitbucket,
};

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
