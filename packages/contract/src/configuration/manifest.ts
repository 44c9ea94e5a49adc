import { z } from 'zod';

/** One file of a side of a comparison, without its content. */
export const ManifestFile = z.object({
  name: z.string(),
  folderPath: z.string(),
  /** folderPath/name */
  filePath: z.string(),
  /** git blob id of the content */
  checksum: z.string(),
  /** Last commit that changed the file; null while it is being looked up, or when it is not known. */
  commitSha: z.string().nullable(),
  lastModified: z.iso.datetime().nullable(),
  /** The folders down to the file, for display. */
  breadcrumb: z.array(z.string()),
});
export type ManifestFile = z.infer<typeof ManifestFile>;

export const ManifestFolder = z.object({
  /** The folderPath, e.g. `orders/events`. */
  name: z.string(),
  files: z.array(ManifestFile),
});
export type ManifestFolder = z.infer<typeof ManifestFolder>;

/** Why a file of the repository takes no part. */
export const IgnoredReason = z.enum([
  /** Its first folder is not the id of a service of this domain. */
  'NOT_A_SERVICE',
  /** It lies directly in the service's folder. */
  'NO_FOLDER',
  /** It ends neither in `.js` nor in `.meta.js`. */
  'NOT_SOURCE_OR_METADATA',
  /** A name that the platform does not accept. */
  'INVALID_NAME',
  /** Two names that are one on systems that ignore case or normalise Unicode; neither is taken. */
  'AMBIGUOUS_NAME',
  'SYMBOLIC_LINK',
  'SUBMODULE',
  /** Larger than a configuration file may be. */
  'TOO_LARGE',
  /** Not UTF-8 text. */
  'NOT_TEXT',
  /** A pointer of git's large file storage instead of the content. */
  'LFS_POINTER',
]);
export type IgnoredReason = z.infer<typeof IgnoredReason>;

/** What the console says for each reason, after the number of files. */
export const ignoredReasonText: Record<IgnoredReason, string> = {
  NOT_A_SERVICE: 'outside the folders of your services',
  NO_FOLDER: "directly in a service's folder, without a folder of its own",
  NOT_SOURCE_OR_METADATA: 'neither .js nor .meta.js',
  INVALID_NAME: 'with a name that is not allowed',
  AMBIGUOUS_NAME: 'whose names differ only in case or Unicode form',
  SYMBOLIC_LINK: 'symbolic links, never followed',
  SUBMODULE: 'submodules, never fetched',
  TOO_LARGE: 'too large',
  NOT_TEXT: 'not UTF-8 text',
  LFS_POINTER: 'kept in large file storage (LFS)',
};

/** Files left out, counted by reason, with a few names each. */
export const IgnoredFiles = z.object({
  reason: IgnoredReason,
  count: z.int(),
  examples: z.array(z.string()),
});
export type IgnoredFiles = z.infer<typeof IgnoredFiles>;
