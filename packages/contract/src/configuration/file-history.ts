import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum, FilePlace } from '../service-api/files/configuration-file.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { NamedVersion } from './versions.ts';

/** A version that brought lines to a file, and where the file was then. */
export const HistoryVersion = NamedVersion.extend({ place: FilePlace });
export type HistoryVersion = z.infer<typeof HistoryVersion>;

export const FileHistory = z.object({
  content: z.string(),
  checksum: Checksum,
  /** Versions that changed the file, newest first. */
  versions: z.array(HistoryVersion),
  /** The lines of the content from the first to the last: so many of them came with this version. */
  stretches: z.array(z.object({ lines: z.int().min(1), version: z.int() })),
  /** False if lines of the oldest version may be older still: more is not kept, or not looked at. */
  isWhole: z.boolean(),
});
export type FileHistory = z.infer<typeof FileHistory>;

export const getFileHistory = defineEndpoint({
  method: 'GET',
  path: '/console/v1/configuration/{serviceId}/history',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get which version brought each line of a live file, with who made it',
  params: z.object({ serviceId: z.string().min(1).max(200) }),
  query: FilePlace,
  response: FileHistory,
  errors: ['notFound', 'unavailable'],
});

/** Fate of a file that is no longer live. */
export const FileDeletion = z.object({
  /** The first one without the file; its parent is the last one with it. */
  version: NamedVersion,
  liveVersion: VersionNumber,
  /** The file, and the other file of its item if that version deleted it, too. */
  files: z.array(FilePlace).min(1),
  /** New path of the file, if that version moved it. */
  movedTo: FilePlace.nullable(),
  /** False if it may have been moved to a file that it was not compared with. */
  isMoveKnown: z.boolean(),
});
export type FileDeletion = z.infer<typeof FileDeletion>;

export const getFileDeletion = defineEndpoint({
  method: 'GET',
  path: '/console/v1/configuration/{serviceId}/deletion',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get the version that deleted or moved a file, with who made it',
  params: z.object({ serviceId: z.string().min(1).max(200) }),
  query: FilePlace,
  response: FileDeletion,
  errors: ['notFound', 'unavailable'],
});
