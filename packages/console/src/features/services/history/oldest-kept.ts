import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';

/**
 * Returns whether a version is the oldest kept one. It contains every file of the deleted versions before it, so its
 * own changes are unknown.
 */
export function isOldestKept(
  { isWhole }: Pick<FileHistory, 'isWhole'>,
  { parent }: Pick<HistoryVersion, 'parent'>,
): boolean {
  return !isWhole && parent === null;
}
