import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { merge3 } from '@atrium/diff';
import { toPlainText } from '@atrium/diff/line-endings';
import type { QueryClient } from '@tanstack/react-query';
import { isSettledByHand, type ServiceChoices } from '../decisions/diff-choices.ts';
import { canMerge, type DiffFile, isDeleteConflict } from '../decisions/diff-file.ts';
import { refOf } from '../differences/file-contents.ts';
import { localFileQuery, remoteFileQuery } from '../files/file.queries.ts';

/** The sides of a changed file; throws when one cannot be read. */
type ReadSides = (file: DiffFile) => Promise<{ base: string | null; local: string; remote: string }>;

export interface NextConflict {
  readonly file: DiffFile | undefined;
  /** Files that were passed over because they could not be read. */
  readonly unreadableCount: number;
}

/** Files that the merge dialog shows: to be merged, or kept or deleted as a whole. */
export function isMergeable(file: DiffFile): boolean {
  return file.type === 'CHANGED' || canMerge(file) || isDeleteConflict(file.conflict);
}

/** Returns the next undecided file with conflicts, wrapping around from the current one. */
export async function nextConflictFile(
  files: readonly DiffFile[],
  choices: ServiceChoices,
  current: DiffFile,
  readSides: ReadSides,
): Promise<NextConflict> {
  const mergeable = files.filter(isMergeable);
  const at = mergeable.findIndex((file) => filePathOf(file) === filePathOf(current));
  let unreadableCount = 0;
  for (const file of [...mergeable.slice(at + 1), ...mergeable.slice(0, Math.max(0, at))]) {
    if (isSettledByHand(choices, file)) continue;
    if (isDeleteConflict(file.conflict)) return { file, unreadableCount };
    if (!file.local || file.merge === 'CLEAN') continue;
    if (file.examination?.conflicts) return { file, unreadableCount };
    try {
      const { base, local, remote } = await readSides(file);
      const plain = (text: string) => toPlainText(text).text;
      const isClean = merge3(base === null ? null : plain(base), plain(local), plain(remote)).isClean;
      if (!isClean) return { file, unreadableCount };
    } catch {
      unreadableCount++;
    }
  }
  return { file: undefined, unreadableCount };
}

/** Reads sides as the dialog does, each only once. */
export function sidesReader(client: QueryClient, uuid: string, serviceId: string): ReadSides {
  return async (file) => {
    const { local: here, remote: there } = file;
    const [local, remote] = await Promise.all([
      client.ensureQueryData(localFileQuery(refOf(serviceId, here ?? file), here?.checksum ?? '')),
      client.ensureQueryData(remoteFileQuery(uuid, refOf(serviceId, there ?? file), file.base)),
    ]);
    return { base: remote.base?.content ?? null, local: local.content, remote: remote.content };
  };
}
