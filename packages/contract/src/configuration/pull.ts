import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRefusal } from './git-failure.ts';
import { GitRequest } from './git-request.ts';
import { IgnoredFiles } from './ignored-files.ts';
import { ImportResult } from './import.ts';
import { LastCommitsState } from './last-commits.ts';
import { ManifestFolder } from './manifest.ts';
import { PullId } from './pull-id.ts';
import { ServiceFailure } from './service-failure.ts';

export const PulledService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  folders: z.array(ManifestFolder),
  /**
   * Places of the service that the repository fills with something that takes no part, such as a link: not deleted
   * there.
   */
  ignoredPaths: z.array(z.string()),
  /** The version that this pull was submitted as; null while it is not. */
  confirmedVersion: z.int().nullable(),
});

export type PulledService = z.infer<typeof PulledService>;

/** A service that could not be compared with a pull, and why. */
export const UnreadService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  error: ServiceFailure,
});

export type UnreadService = z.infer<typeof UnreadService>;

/** A snapshot of a remote, kept until it expires. */
export const Pull = z.object({
  uuid: z.string(),
  /** Null if a commit was requested instead of a branch. */
  branch: z.string().nullable(),
  commitSha: z.string(),
  /** Without credentials. */
  gitUrl: z.string(),
  pulledOn: z.iso.datetime(),
  expiresOn: z.iso.datetime(),
  services: z.array(PulledService),
  /** Files left out; those whose contents cannot be taken are among them once the contents have been read. */
  ignored: z.array(IgnoredFiles),
  lastCommits: LastCommitsState,
  /** Only on request: both sides as JSON bodies, for the import dialog. */
  results: z.array(ImportResult).optional(),
  /** Services that are missing from `results` because their live files could not be read. */
  unread: z.array(UnreadService).optional(),
});

export type Pull = z.infer<typeof Pull>;

/** Takes a snapshot of a remote repository: names, folders and checksums of its files. */
export const pull = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/pull',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'Pull a branch or a commit of a remote repository',
  body: GitRequest,
  response: Pull,
  errors: ['unprocessable'],
  details: { unprocessable: GitRefusal },
  callsPerMinute: 60,
});

/** The same answer again, for a page that was reloaded. Carries an `ETag`; `If-None-Match` is answered with 304. */
export const getPull = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/pull/{uuid}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get an earlier pull',
  params: PullId,
  query: z.object({ results: z.stringbool().default(false) }),
  response: Pull,
  errors: ['notFound'],
});
