import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/**
 * A service against the branch of a connection. AHEAD: it has changes that are not in git. BEHIND: git has changes that are
 * not here. BOTH: both, or nothing was ever exchanged with the branch and the two differ.
 */
export const GitState = z.enum(['IN_SYNC', 'AHEAD', 'BEHIND', 'BOTH']);
export type GitState = z.infer<typeof GitState>;

/** A version of a service that the branch does not have. */
export const MissingVersion = z.object({
  version: z.int(),
  message: z.string(),
  /** Username of the author; empty for the starter configuration and deleted accounts. */
  user: z.string(),
  createdOn: z.iso.datetime(),
});
export type MissingVersion = z.infer<typeof MissingVersion>;

/** A commit of the branch that is not here. */
export const MissingCommit = z.object({
  commitSha: z.string(),
  message: z.string(),
  author: z.string(),
  committedOn: z.iso.datetime(),
});
export type MissingCommit = z.infer<typeof MissingCommit>;

export const ServiceGitState = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  state: GitState,
  /** Whether anything was ever exchanged with the branch; only then changes made here are pushed by themselves. */
  isExchanged: z.boolean(),
  /** Since when it is not in sync; null while it is. */
  since: z.iso.datetime().nullable(),
  /** Files with changes that are not in git, and files with changes that are not here. */
  filesAhead: z.int(),
  filesBehind: z.int(),
  /** Files of it were exchanged, and its folder is no longer in the branch: a pull takes nothing of it. */
  isFolderMissing: z.boolean(),
  /** Newest first; the first ones of many. */
  versions: z.array(MissingVersion),
});
export type ServiceGitState = z.infer<typeof ServiceGitState>;

/** State of the services against a connection, as it was last seen. */
export const ConnectionState = z.object({
  connectionId: z.uuid(),
  /** Null until the branch was seen for the first time. */
  state: GitState.nullable(),
  branch: z.string().nullable(),
  commitSha: z.string().nullable(),
  lookedOn: z.iso.datetime().nullable(),
  /** Time since which the repository cannot be read; the other fields are of the last read before. */
  unknownSince: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
  /** Whether the problem is that the repository has no commit: a push from here makes the first one. */
  isEmpty: z.boolean(),
  /** Commits that are not here; null if it is not known how many, because the history was rewritten or nothing was exchanged. */
  commitCount: z.int().nullable(),
  /** Newest first; the first ones of many. */
  commits: z.array(MissingCommit),
  services: z.array(ServiceGitState),
  /** Pull that a push has made and that waits to be reviewed. */
  prepared: z.object({ pullId: z.string(), detail: z.string(), createdOn: z.iso.datetime() }).nullable(),
  /** Changes made here that could not be pushed, with the reasons; a service is null where the reason is about all. */
  refusals: z.array(z.object({ serviceName: z.string().nullable(), message: z.string() })),
  /** Merge request with changes made here that is not merged yet. */
  request: z.object({ number: z.int(), url: z.string() }).nullable(),
});
export type ConnectionState = z.infer<typeof ConnectionState>;

export const listConnectionStates = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/connections/states',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isTogether: true,
  tag: 'configuration',
  summary: 'List the state of the services against each connected repository',
  response: z.object({ connections: z.array(ConnectionState) }),
});

/** Also happens by itself: after pushes, pulls and submits, by webhook, and every 15 minutes. */
export const refreshConnection = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/refresh',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'Read the branch of a connected repository now, and compare',
  params: IdParams,
  response: ConnectionState,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 30,
});
