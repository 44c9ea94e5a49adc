import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { UnreadableFiles } from './ignored-files.ts';
import { PullId } from './pull-id.ts';

/**
 * PENDING: the history is being read, ask `getLastCommits` again. COMPLETE: the manifest has the last commit of every
 * file. UNAVAILABLE: the remote does not send its history, or reading it took too long.
 */
export const LastCommitsState = z.enum(['PENDING', 'COMPLETE', 'UNAVAILABLE']);

export type LastCommitsState = z.infer<typeof LastCommitsState>;

/** The last commit of each file of a pull; filled in while the manifest already shows. */
export const getLastCommits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/pull/{uuid}/commits',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'List the last commit of each file of a pull',
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
