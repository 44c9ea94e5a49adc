import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { AppKind, ChangedConnection, Connection } from './connections.ts';

const tag = 'configuration';

/** Page of the console that git hosts lead back to; a tab of *Changes*. */
export const GIT_RETURN_PATH = '/console/changes/connect';

/** App at a git host that the operator of the installation has set up. */
export const GitApp = z.object({
  kind: AppKind,
  /** Name of the host's product, such as GitLab. */
  name: z.string(),
  /** Host with its port, if that is not the usual one. */
  host: z.string(),
});
export type GitApp = z.infer<typeof GitApp>;

/** Repository that a host lists for the person who allowed the access. */
export const OfferedRepository = z.object({
  /** Without `.git`. */
  path: z.string(),
  gitUrl: z.string(),
  /** Null for an empty repository. */
  defaultBranch: z.string().nullable(),
});
export type OfferedRepository = z.infer<typeof OfferedRepository>;

export const OfferedRepositories = z.object({
  app: GitApp,
  /** Account at the host. */
  account: z.string(),
  repositories: z.array(OfferedRepository),
  /** Whether the host has more. */
  isCut: z.boolean(),
  /** Page at the host that gives the app more repositories; null where the account alone decides. */
  installUrl: z.string().nullable(),
});
export type OfferedRepositories = z.infer<typeof OfferedRepositories>;

export const listGitApps = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/apps',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag,
  summary: 'List the apps at git hosts that the operator has set up',
  response: z.object({ apps: z.array(GitApp) }),
});

/** For sessions only: the host's page opens in the browser, and leads back to the same session. */
export const startGitApp = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/apps/{kind}/start',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isResponseNeeded: true,
  isLasting: true,
  tag,
  summary: 'Begin to connect a repository with the app at a git host',
  params: z.object({ kind: AppKind }),
  /** With a connection, its access is replaced. */
  body: z.object({ connectionId: z.uuid().optional() }),
  response: z.object({ url: z.string() }),
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 60,
});

export const finishGitApp = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/apps/finish',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isResponseNeeded: true,
  isLasting: true,
  tag,
  summary: 'Exchange the response of a git host for an access, once',
  body: z.object({
    /** The query that the host added. */
    query: z.string().max(8000),
  }),
  response: z.object({
    /** Access that a repository can be chosen with for an hour; null if that of a connection was replaced. */
    grantId: z.uuid().nullable(),
    connectionId: z.uuid().nullable(),
  }),
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 60,
});

export const listOfferedRepositories = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/grants/{id}/repositories',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'List the repositories that a git host offers to the person who allowed the access',
  params: IdParams,
  query: z.object({ search: z.string().trim().max(200).default('') }),
  response: OfferedRepositories,
  errors: ['notFound', 'unprocessable'],
});

const REPOSITORY_MESSAGE = 'Choose a repository.';

/** Fields of a connection with an app. */
export const AppConnection = ChangedConnection.pick({ name: true, defaultBranch: true, folder: true }).extend(
  {
    /** Its path at the host. */
    repository: z
      .string({ error: REPOSITORY_MESSAGE })
      .max(500, { abort: true })
      .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\p{L}\p{N}_.~-]+(?:\/[\p{L}\p{N}_.~-]+)+$/u, REPOSITORY_MESSAGE),
  },
);

export const connectOffered = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/grants/{id}/connection',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary: 'Connect a repository that a git host offers. The access is stored encrypted, and never sent',
  params: IdParams,
  body: AppConnection,
  response: Connection,
  errors: ['notFound', 'unprocessable', 'conflict'],
});
