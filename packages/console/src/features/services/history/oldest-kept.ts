import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';

/**
 * Whether it is the oldest version that is kept. It has every file that the deleted versions before it left, so which of
 * them it changed is not known.
 */
export function isOldestKept(
  { isWhole }: Pick<FileHistory, 'isWhole'>,
  { parent }: Pick<HistoryVersion, 'parent'>,
): boolean {
  return !isWhole && parent === null;
}
