import { z } from 'zod';
import { BranchName, GitPassword, orNull } from '../configuration/git-request.ts';
import { REQUIRED_FIELDS_MESSAGE } from '../configuration/messages.ts';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/** Most connections of one domain. */
export const MAX_CONNECTIONS = 20;

const tag = 'configuration';

const required = (max: number) =>
  z.string().trim().min(1, REQUIRED_FIELDS_MESSAGE).max(max, `Use at most ${max} characters.`);

const FOLDER_MESSAGE =
  'Enter a folder such as "atrium/config", without "..", or nothing for all of the repository.';

/** Path of a folder in a repository, as git names it; empty for all of it. */
const Folder = z
  .string()
  .max(500, { error: 'Use at most 500 characters.', abort: true })
  .transform((text) => text.trim().replaceAll(/^\/+|\/+$/g, ''))
  .pipe(
    z
      .string()
      // Names that git refuses, or that another system would read as something else.
      .regex(/^(?:(?!\.{1,2}(?:\/|$)|\.git(?:\/|$))[^\p{Cc}\\/]+(?:\/(?=[^/])|$))*$/iu, FOLDER_MESSAGE),
  );

/**
 * How git signs in: with a password or token over https, with a deploy key made here over ssh, or with an access that the app
 * at the host was given.
 */
export const ConnectionKind = z.enum(['password', 'key', 'app']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** Git hosts whose apps an operator can set up. Forgejo's is set up as GITEA. */
export const AppKind = z.enum(['GITHUB', 'GITLAB', 'GITEA']);
export type AppKind = z.infer<typeof AppKind>;

/** Key that a git host shows before git signs in. */
export const HostKey = z.object({
  algorithm: z.string(),
  /** Text that `ssh-keygen -l` prints. */
  fingerprint: z.string(),
  /** The operator of the host has published this fingerprint. */
  isPublished: z.boolean(),
});
export type HostKey = z.infer<typeof HostKey>;

/** A repository that the domain keeps its configuration in. Its password or private key is never sent. */
export const Connection = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Without credentials. */
  gitUrl: z.string(),
  /** Taken where a pull or push names none; null for that of the repository. */
  defaultBranch: z.string().nullable(),
  /** Folder of the repository that holds the services' folders; empty for all of the repository. */
  folder: z.string(),
  kind: ConnectionKind,
  /** App at the host; null for other kinds. */
  app: AppKind.nullable(),
  /** With an app, the account that allowed the access; null with a deploy key. */
  username: z.string().nullable(),
  /** Public half of the deploy key, for the host; null otherwise. */
  publicKey: z.string().nullable(),
  /** Public half of a new deploy key that waits to be used; null if there is none. */
  nextPublicKey: z.string().nullable(),
  /** The confirmed key of the host; null until then, and without a deploy key. */
  hostKey: HostKey.nullable(),
  /** Offered first. A domain with connections has one. */
  isDefault: z.boolean(),
  /** Usernames; empty if the account was deleted. */
  createdBy: z.string(),
  changedBy: z.string(),
  createdOn: z.iso.datetime(),
  changedOn: z.iso.datetime(),
});
export type Connection = z.infer<typeof Connection>;

/** An empty input counts as not given. */
const emptyOr = <Schema extends z.ZodType>(schema: Schema) =>
  orNull(
    z.union([z.literal('').transform(() => undefined), schema], {
      // The message of the schema: no one means the empty input.
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.at(0)?.message : undefined),
    }),
  );

/** Fields of a connection that can be changed. */
export const ChangedConnection = z.object({
  name: required(100),
  /**
   * With a password, https without username and password; with a deploy key, `git@host:path` or `ssh://git@host/path`. That of an
   * app stays.
   */
  gitUrl: required(2000),
  defaultBranch: emptyOr(BranchName),
  folder: orNull(Folder),
  /** With a password only. */
  username: emptyOr(required(500)),
  password: emptyOr(GitPassword),
});

/** Fields of a new connection with a password or a deploy key. */
const ConnectionFields = ChangedConnection.extend({
  kind: ConnectionKind.exclude(['app']).default('password'),
});

/** Form of a new connection; the console doesn't send fields of the other kind. */
export const ConnectionForm = ConnectionFields.superRefine(({ kind, username, password }, context) => {
  if (kind === 'key') return;
  for (const [field, value] of Object.entries({ username, password })) {
    if (value === undefined)
      context.addIssue({ code: 'custom', path: [field], message: REQUIRED_FIELDS_MESSAGE });
  }
});

export const ONLY_WITH_PASSWORD = 'Only connections with a password have a username and password.';

const NewConnection = ConnectionForm.superRefine(({ kind, username, password }, context) => {
  if (kind === 'password') return;
  for (const [field, value] of Object.entries({ username, password })) {
    if (value !== undefined) context.addIssue({ code: 'custom', path: [field], message: ONLY_WITH_PASSWORD });
  }
});

export const listConnections = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/connections',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag,
  summary: 'List the connected repositories, the default one first, then by name',
  response: z.object({ connections: z.array(Connection) }),
});

/** The first one is the default. */
export const createConnection = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary:
    'Connect a repository, with a password or a new deploy key. Secrets are stored encrypted, and never sent',
  body: NewConnection,
  response: Connection,
  errors: ['unprocessable', 'conflict'],
});

/**
 * Without a password the stored one stays, unless it would be sent to another address or with another username. A deploy key
 * stays; on another host its key has to be confirmed again.
 */
export const updateConnection = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/git/connections/{id}',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary: 'Change a connected repository',
  params: IdParams,
  body: ChangedConnection,
  response: Connection,
  errors: ['notFound', 'unprocessable', 'conflict'],
});

export const makeConnectionDefault = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/default',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'Offer a connected repository first',
  params: IdParams,
  errors: ['notFound'],
});

/** If it is the default, the oldest of the others becomes it. */
export const deleteConnection = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/git/connections/{id}',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'Delete a connected repository and its secret. The repository stays as it is',
  params: IdParams,
  errors: ['notFound'],
});

/** Whether git may do something, and the reason if not. */
export const GitAccess = z.object({ isAllowed: z.boolean(), reason: z.string().nullable() });
export type GitAccess = z.infer<typeof GitAccess>;

export const ConnectionTest = z.object({
  read: GitAccess,
  /** Answer of the host before anything is sent; it may still protect single branches. */
  write: GitAccess,
  /** The first ones of many. */
  branches: z.array(z.string()),
  /** Null for an empty repository, or one whose HEAD names no branch. */
  defaultBranch: z.string().nullable(),
  /** Null unless the host has to be confirmed first: by a person who compares the fingerprint. */
  hostKey: z.object({ offered: HostKey, confirmed: HostKey.nullable() }).nullable(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** Changes nothing in the repository. */
export const testConnection = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/test',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'Find out what a connected repository may be used for',
  params: IdParams,
  response: ConnectionTest,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 60,
});

/** Trusts the host that shows this key: git signs in there, and nowhere else. */
export const confirmHostKey = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/host-key',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary: 'Confirm the key of the host of a connected repository by its fingerprint',
  params: IdParams,
  body: z.object({ fingerprint: required(200) }),
  response: Connection,
  errors: ['notFound', 'unprocessable', 'conflict'],
  callsPerMinute: 60,
});
