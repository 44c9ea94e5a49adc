import { z } from 'zod';
import { CommitSha } from '../files/configuration-file.ts';
import { VersionNumber } from './export.ts';

export const ConfigurationVersion = z.object({
  version: VersionNumber,
  /** The version it was made on; null only for the first one. */
  parent: VersionNumber.nullable(),
  createdOn: z.iso.datetime(),
  /** Id of the author; null for the starter configuration. */
  author: z.string().nullable(),
  message: z.string(),
  commitSha: CommitSha.nullable(),
  filesCount: z.int(),
  /** Number of files that differ from the parent. */
  changesCount: z.int(),
});

export type ConfigurationVersion = z.infer<typeof ConfigurationVersion>;

/** Part of a path. */
export const Version = z.coerce.number().pipe(VersionNumber);
