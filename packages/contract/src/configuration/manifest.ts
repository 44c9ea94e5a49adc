import { z } from 'zod';
import type { IgnoredFiles, UnreadableFiles } from './ignored-files.ts';
import { maxIgnoredExamples } from './ignored-files.ts';

/** A file of one side of a comparison, without its content. */
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

/** Files that a pull ignores, including files whose contents later proved unusable. */
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
