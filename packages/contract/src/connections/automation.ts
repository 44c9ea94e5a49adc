import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/** Handling of a push to the branch of a connection. */
export const OnPush = z.enum(['NOTHING', 'PREPARE', 'TEST', 'LIVE']);
export type OnPush = z.infer<typeof OnPush>;

/** Handling of a change that is made here: not pushed, pushed to a branch with a merge request, or to the branch itself. */
export const ToGit = z.enum(['NEVER', 'REQUEST', 'DIRECT']);
export type ToGit = z.infer<typeof ToGit>;

/**
 * Result of a push. WAITING: a person has to start the tests of a request from a fork. PREPARED: a pull waits to be reviewed. TESTED: all tests pass with it, and the pull waits. LIVE: it is
 * live. REFUSED: nothing was done, and the message says why. REPLACED: a later push came first. NONE: there was nothing to do.
 */
export const PushOutcome = z.enum(['NONE', 'WAITING', 'PREPARED', 'TESTED', 'LIVE', 'REFUSED', 'REPLACED']);
export type PushOutcome = z.infer<typeof PushOutcome>;

/** Git hosts at which results can be reported. Forgejo is reported to as GITEA. */
export const GitHostKind = z.enum(['GITHUB', 'GITLAB', 'GITEA', 'BITBUCKET']);
export type GitHostKind = z.infer<typeof GitHostKind>;

/** Something that happened to a connection. */
export const ConnectionEvent = z.object({
  id: z.uuid(),
  createdOn: z.iso.datetime(),
  message: z.string(),
  /** Progress of the work, or its result. */
  detail: z.string().nullable(),
  commitSha: z.string().nullable(),
  /** Number of the pull or merge request at the host; null for a push to the branch. */
  requestNumber: z.int().nullable(),
  /** Address at the host of a request that was opened from here. */
  requestUrl: z.string().nullable(),
  /** Whether work on it is under way. */
  isOpen: z.boolean(),
  outcome: PushOutcome.nullable(),
  /** The pull that waits; null if it has expired. */
  pullId: z.string().nullable(),
  runId: z.string().nullable(),
  /** Full name of the fork that a request comes from, empty if the fork is gone; null for other requests and pushes. */
  fork: z.string().nullable(),
  /** Whether a person can start the tests of the fork now. */
  isTestable: z.boolean(),
});
export type ConnectionEvent = z.infer<typeof ConnectionEvent>;

export const Automation = z.object({
  onPush: OnPush,
  toGit: ToGit,
  /** Host to whose commits and requests results are reported; null for none. Requests are tested only if there is one. */
  reportTo: GitHostKind.nullable(),
  /** Kind of the host, by its app or its public address; null for other hosts. */
  knownHost: GitHostKind.nullable(),
  /** Host at which the webhook can be added with the token of the connection; null for deploy keys, unknown hosts and GitHub Apps. */
  webhookHost: GitHostKind.nullable(),
  /** Address that the git host calls; null until a webhook was made. */
  webhookUrl: z.string().nullable(),
  /** When a call was last accepted, and last refused because of its signature. */
  receivedOn: z.iso.datetime().nullable(),
  refusedOn: z.iso.datetime().nullable(),
  /** Newest first. */
  events: z.array(ConnectionEvent),
});
export type Automation = z.infer<typeof Automation>;

export const getAutomation = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/connections/{id}/automation',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'Get what a push to a connected repository does, its webhook, and what happened last',
  params: IdParams,
  response: Automation,
  errors: ['notFound'],
});

/**
 * Anything but NOTHING and NEVER acts as the owner of the connection. LIVE needs `configuration.protect` too. With REQUEST or
 * DIRECT, versions that the branch does not have are pushed at once.
 */
export const updateAutomation = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/git/connections/{id}/automation',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag: 'configuration',
  summary: 'Set what a push to a connected repository and a change made here do',
  params: IdParams,
  /** Fields that are left out stay as they are. */
  body: z.object({
    onPush: OnPush.optional(),
    toGit: ToGit.optional(),
    reportTo: GitHostKind.nullish(),
  }),
  response: Automation,
  errors: ['notFound', 'unprocessable'],
});

/** The secret is shown once. A new one takes the place of the one before at once. */
export const createWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/webhook',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isResponseNeeded: true,
  isLasting: true,
  tag: 'configuration',
  summary: 'Make the webhook of a connected repository, or a new secret for it',
  params: IdParams,
  response: z.object({ url: z.string(), secret: z.string() }),
  errors: ['notFound'],
});

/**
 * Uses the token of the connection, and keeps the secret if there is one. A webhook with the same address is updated, so a
 * second call adds no second one.
 */
export const addHostWebhook = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/webhook/host',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag: 'configuration',
  summary: 'Add the webhook of a connected repository at its git host',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 30,
});

/**
 * The tests run as the caller, without secrets, with exactly this commit. Also needs `configuration.write` and `tests.run`;
 * refused for access keys.
 */
export const testFork = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/events/{eventId}/test',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag: 'configuration',
  summary: 'Start the tests of a request from a fork',
  params: IdParams.extend({ eventId: z.uuid() }),
  /** The commit that the caller has seen; another one is refused. */
  body: z.object({ commitSha: z.string().regex(/^[0-9a-f]{7,64}$/) }),
  errors: ['notFound', 'conflict', 'unprocessable'],
});

/** Most bytes of a call of a git host. */
export const MAX_HOOK_BYTES = 1024 * 1024;

/**
 * Called by git hosts. The secret authenticates it: a signature over the bytes (GitHub, Gitea, Forgejo, Bitbucket), or the token
 * that GitLab sends. It is only a hint: the branch is read over the connection.
 */
export const takeGitHook = defineEndpoint({
  method: 'POST',
  path: '/hooks/git/{token}',
  access: 'PUBLIC',
  tag: 'configuration',
  summary: 'Receive a webhook of a git host; its signature or secret token authenticates it',
  params: z.object({ token: z.string().regex(/^[\w-]{40,60}$/) }),
  body: z.unknown(),
  errors: ['notFound', 'tooLarge'],
  maxBodyBytes: MAX_HOOK_BYTES,
  callsPerMinute: 300,
});
