import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { Checksum, CommitSha, FileName, FolderPath } from '../files/configuration-file.ts';
import { Choice, DiffType } from '../files/file-change.ts';
import { ConfigurationBody } from '../files/item-files.ts';

/** Number of a configuration version. 0 is the empty configuration that every domain starts from. */
export const VersionNumber = z.int().min(0).max(2_147_483_647);

/** The version a read is for; the live one when left out. */
export const VersionQuery = z.object({ version: z.coerce.number().pipe(VersionNumber).optional() });

export const ExportedFile = z.object({
  name: FileName,
  folderPath: FolderPath,
  filePath: z.string(),
  checksum: Checksum,
  /** Commit this content came from; null when it was last written otherwise. */
  commitSha: CommitSha.nullable(),
  lastModified: z.iso.datetime(),
  /** The folders that lead to the file, outermost first. */
  breadcrumb: z.array(z.string()),
});

export type ExportedFile = z.infer<typeof ExportedFile>;

/** A folder that holds files; `name` is its whole folderPath. */
export const ExportedFolder = z.object({ name: FolderPath, files: z.array(ExportedFile) });

export type ExportedFolder = z.infer<typeof ExportedFolder>;

const DefaultActionType = DiffType.exclude(['NO_CHANGE']);

/** Choices, in any case, that differ from the usual default, by folder (including the folders below it) and type. */
export const DefaultActions = z.record(
  FolderPath,
  z.partialRecord(DefaultActionType, z.string().toLowerCase().pipe(Choice)),
);

export type DefaultActions = z.infer<typeof DefaultActions>;

export const ExportedMetadata = z.object({
  version: VersionNumber,
  folders: z.array(ExportedFolder),
  defaultActions: DefaultActions,
});

export type ExportedMetadata = z.infer<typeof ExportedMetadata>;

/** Carries `ETag: "<version>"`, `"<userId>.<version>"` through the platform; a matching `If-None-Match` is answered with 304. */
export const exportMetadata = defineEndpoint({
  method: 'GET',
  path: '/export/metadata',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'List the files of the configuration, without their contents',
  query: VersionQuery,
  response: ExportedMetadata,
  errors: ['notFound'],
});

/** The uploaded and downloaded form. Carries the same `ETag` as the metadata. */
export const exportBody = defineEndpoint({
  method: 'GET',
  path: '/export/body',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get the whole configuration as one JSON body: items by collection',
  query: VersionQuery,
  response: z.object({ version: VersionNumber, body: ConfigurationBody }),
  errors: ['notFound'],
});
