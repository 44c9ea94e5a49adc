import { z } from 'zod';
import { IgnoredReason } from './ignored-reason.ts';

/** Files left out, counted by reason, with names. */
export const IgnoredFiles = z.object({
  reason: IgnoredReason,
  count: z.int(),
  /** There are more of them, which were not counted: the rest of a large repository is not read. */
  isMore: z.boolean().optional(),
  examples: z.array(z.string()),
});

export type IgnoredFiles = z.infer<typeof IgnoredFiles>;

/** Most names listed with a reason: all that a user may have to look at. */
export function maxIgnoredExamples(reason: IgnoredReason): number {
  return reason === 'NOT_A_SERVICE' ? 5 : 1000;
}

/** By serviceId, then by filePath: why a content cannot be taken. */
export const UnreadableFiles = z.record(z.string(), z.record(z.string(), IgnoredReason));

export type UnreadableFiles = z.infer<typeof UnreadableFiles>;

/**
 * Whether an ignored entry of the repository occupies a service's path: the path itself, or a link or submodule
 * in place of a folder above it. The remote's content is then unknown.
 */
export function isLeftOutPlace(filePath: string, ignoredPaths: ReadonlySet<string>): boolean {
  if (ignoredPaths.size === 0) return false;
  for (let end = filePath.length; end > 0; end = filePath.lastIndexOf('/', end - 1)) {
    if (ignoredPaths.has(filePath.slice(0, end))) return true;
  }
  return false;
}
