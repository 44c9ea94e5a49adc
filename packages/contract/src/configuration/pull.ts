import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum } from '../service-api/configuration-file.ts';
import { GitRequest } from './git-request.ts';
import { ImportResult } from './import.ts';
import { IgnoredFiles, ManifestFolder, UnreadableFiles } from './manifest.ts';

/**
 * PENDING: the history is being read, ask `getLastCommits` again. COMPLETE: the manifest tells the last commit
 * of every file. UNAVAILABLE: the remote does not tell its history, or reading it took too long.
 */
export const LastCommitsState = z.enum(['PENDING', 'COMPLETE', 'UNAVAILABLE']);
export type LastCommitsState = z.infer<typeof LastCommitsState>;

export const PulledService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  folders: z.array(ManifestFolder),
  /** Places of the service that the repository fills with something that takes no part, such as a link: not deleted there. */
  ignoredPaths: z.array(z.string()),
  /** The version that this pull was submitted as; null while it is not. */
  confirmedVersion: z.int().nullable(),
});
export type PulledService = z.infer<typeof PulledService>;

/** One snapshot of a remote, kept until it expires. */
export const Pull = z.object({
  uuid: z.string(),
  /** Null when a commit was asked for instead of a branch. */
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
  /** Only when asked for: both sides as JSON bodies, for the import dialog. */
  results: z.array(ImportResult).optional(),
});
export type Pull = z.infer<typeof Pull>;

/** Takes a snapshot of a remote repository: names, folders and checksums of its files. */
export const pull = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/pull',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Pull a branch or a commit of a remote repository',
  body: GitRequest,
  response: Pull,
  errors: ['unprocessable'],
  callsPerMinute: 60,
});

const PullId = z.object({ uuid: z.uuid() });

/** The same answer again, for a page that was reloaded. Carries an `ETag`; `If-None-Match` is answered with 304. */
export const getPull = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/pull/{uuid}',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'A pull made earlier',
  params: PullId,
  query: z.object({ results: z.stringbool().default(false) }),
  response: Pull,
  errors: ['notFound'],
});

/** The last commit of each file of a pull; filled in while the manifest already shows. */
export const getLastCommits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/pull/{uuid}/commits',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Last commit of each file of a pull',
  params: PullId,
  response: z.object({
    state: LastCommitsState,
    commits: z.array(
      z.object({
        commitSha: z.string(),
        lastModified: z.iso.datetime(),
        author: z.string(),
        /** First line of the commit message. */
        message: z.string(),
      }),
    ),
    /** By serviceId, then by filePath: the index of its commit in `commits`. */
    files: z.record(z.string(), z.record(z.string(), z.int())),
    /** Whether the contents of the files that differ from the live ones can be read already. */
    contents: z.enum(['PENDING', 'COMPLETE', 'FAILED']),
    /** Why they could not be read, when FAILED: the credentials are gone, so only pulling again helps. */
    contentsError: z.string().nullable(),
    /** By serviceId, then by filePath: why a content cannot be taken. Known once `contents` is COMPLETE. */
    unreadable: UnreadableFiles,
  }),
  errors: ['notFound'],
});

/**
 * A remote file's content, and the content last exchanged with this remote: the base of a three-way merge. The `ETag`
 * is the checksum.
 */
export const readRemoteFile = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/file',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Content of one file of a pull',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    fileName: z.string().min(1).max(200),
    folderName: z.string().min(1).max(400),
  }),
  response: z.object({
    content: z.string(),
    checksum: Checksum,
    /** Null when nothing was exchanged with this remote, or the file was not part of it: merge two-way then. */
    base: z.object({ content: z.string(), checksum: Checksum }).nullable(),
  }),
  errors: ['notFound', 'unprocessable'],
});

/** Most files that one call answers. */
export const MAX_REMOTE_FILES = 100;

/** Contents of several files of a pull, for a look at all that differ. Files that cannot be read are left out. */
export const readRemoteFiles = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/files',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Contents of several files of a pull',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    filePaths: z.array(z.string().max(601)).max(MAX_REMOTE_FILES),
  }),
  response: z.object({ files: z.array(z.object({ filePath: z.string(), content: z.string() })) }),
  errors: ['notFound', 'unprocessable'],
});
