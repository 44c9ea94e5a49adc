import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum } from '../service-api/files/configuration-file.ts';
import { readRemoteFile } from './remote-file.ts';

/** An exchange after a pull was made, of a later state of the branch: submitting the pull would take that state back. */
export const NewerExchange = z.object({
  commitSha: z.string(),
  direction: z.enum(['PULL', 'PUSH']),
  exchangedOn: z.iso.datetime(),
  /** Username of the author; empty if the account was deleted. */
  user: z.string(),
});
export type NewerExchange = z.infer<typeof NewerExchange>;

/** Comparison of a service's files in a pull with the last exchange with the same branch. */
export const ServiceBase = z.object({
  /** Id of the last exchange: a submit that names it is refused once there is a newer one. */
  exchange: z.uuid(),
  /** Checksums by filePath, as last exchanged, of the files that the remote has changed or removed since. */
  changed: z.record(z.string(), Checksum),
  /** filePaths that the remote has added since. */
  added: z.array(z.string()),
  /**
   * filePaths for which something other than the content that the remote still has was chosen: kept, merged or deleted
   * here.
   */
  kept: z.array(z.string()),
  newer: NewerExchange.optional(),
});
export type ServiceBase = z.infer<typeof ServiceBase>;
/** Base of each file. */
export type BaseFiles = Pick<ServiceBase, 'changed' | 'added' | 'kept'>;

/**
 * Shows whether a file that only one side still has was changed there since both had it: deleting it would lose work.
 * Services that never exchanged anything with the branch are left out.
 */
export const listBases = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/pull/{uuid}/bases',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'List what the remote of a pull changed, removed and added since the last exchange',
  params: z.object({ uuid: z.uuid() }),
  response: z.object({ services: z.record(z.string(), ServiceBase) }),
  errors: ['notFound'],
});

/** A file as it was last exchanged with the pull's branch, whether or not the remote still has it. */
export const readBaseFile = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/base',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get the content of a file as last exchanged',
  body: readRemoteFile.body,
  response: z.object({ content: z.string(), checksum: Checksum }),
  errors: ['notFound'],
});
