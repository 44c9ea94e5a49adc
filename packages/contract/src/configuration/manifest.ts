import { z } from 'zod';
import { MAX_FILE_NAME_LENGTH, MAX_FOLDER_PATH_LENGTH } from '../service-api/configuration-file.ts';

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
  /** A name that the platform keeps for itself. */
  'INVALID_NAME',
  /** It, or a folder above it, begins with something else than a letter, a digit or `_`. */
  'NAME_START',
  /** A folder above it ends with a space or a dot. */
  'NAME_END',
  'NAME_CHARACTER',
  'NAME_LENGTH',
  /** The bytes of the name are no UTF-8. */
  'NAME_ENCODING',
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
  INVALID_NAME: 'with a name that is reserved, such as __proto__ or a.meta.meta.js',
  NAME_START: 'whose name, or the name of a folder, does not begin with a letter, a digit or _',
  NAME_END: 'in a folder whose name ends with a space or a dot',
  NAME_CHARACTER: 'with a character that names cannot have: \\ : * ? " < > | or an invisible one',
  NAME_LENGTH: `with a name over ${MAX_FILE_NAME_LENGTH} characters, or in folders over ${MAX_FOLDER_PATH_LENGTH}`,
  NAME_ENCODING: 'with a name that is not UTF-8 text',
  AMBIGUOUS_NAME: 'whose names differ only in case or Unicode form',
  SYMBOLIC_LINK: 'symbolic links, never followed',
  SUBMODULE: 'submodules, never fetched',
  TOO_LARGE: 'too large',
  NOT_TEXT: 'not UTF-8 text',
  LFS_POINTER: 'kept in large file storage (LFS)',
};

/** Files left out, counted by reason, with names. */
export const IgnoredFiles = z.object({
  reason: IgnoredReason,
  count: z.int(),
  /** There are more of them, which were not counted: the rest of a large repository is not read. */
  isMore: z.boolean().optional(),
  examples: z.array(z.string()),
});
export type IgnoredFiles = z.infer<typeof IgnoredFiles>;

/** Names told with a reason: all that somebody may have to look at. */
export function maxIgnoredExamples(reason: IgnoredReason): number {
  return reason === 'NOT_A_SERVICE' ? 5 : 1000;
}

/** By serviceId, then by filePath: why a content cannot be taken. */
export const UnreadableFiles = z.record(z.string(), z.record(z.string(), IgnoredReason));
export type UnreadableFiles = z.infer<typeof UnreadableFiles>;

/** What a pull leaves out, with the files whose contents turned out later to be of no use. */
export function withUnreadable(
  ignored: readonly IgnoredFiles[],
  unreadable: UnreadableFiles = {},
): IgnoredFiles[] {
  const paths = Object.entries(unreadable).flatMap(([serviceId, reasons]) =>
    Object.entries(reasons).map(([filePath, reason]) => ({ reason, path: `${serviceId}/${filePath}` })),
  );
  const byReason = Map.groupBy(paths, ({ reason }) => reason);
  const counted = [...byReason].map(([reason, files]) => ({
    reason,
    count: files.length,
    examples: files.slice(0, maxIgnoredExamples(reason)).map(({ path }) => path),
  }));
  return [...ignored.filter(({ reason }) => !byReason.has(reason)), ...counted];
}

/**
 * Whether a place of one service is taken, in the repository, by something that is left out: itself, or a link or
 * submodule in place of a folder above it. Nobody knows then what the remote has there.
 */
export function isLeftOutPlace(filePath: string, ignoredPaths: ReadonlySet<string>): boolean {
  if (ignoredPaths.size === 0) return false;
  for (let end = filePath.length; end > 0; end = filePath.lastIndexOf('/', end - 1)) {
    if (ignoredPaths.has(filePath.slice(0, end))) return true;
  }
  return false;
}
