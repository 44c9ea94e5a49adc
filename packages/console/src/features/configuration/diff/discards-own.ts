import { type Choice, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import type { DiffFile } from './service-diffs.ts';

/** Whether changes made here are lost. If nothing was ever exchanged, no one else has what is live. */
export function discardsOwn(file: DiffFile, choice: Choice): boolean {
  const { type, side, movedBy, merge, local, remote } = file;
  if (side === 'GIT') return false;
  if (type === 'NEW') return side !== 'UNKNOWN';
  // Wherever a moved file goes, it keeps the changes of both sides; it may lose its place here.
  if (type === 'MOVED') {
    return side === 'UNKNOWN'
      ? local?.checksum !== remote?.checksum
      : choice === 'remote' && movedBy !== 'GIT';
  }
  if (!isMergeChoice(choice)) return true;
  // Merged, only conflicts are lost, where they favour the remote.
  return choice === 'merge-remote' && side !== 'HERE' && merge !== 'CLEAN';
}
