import { type IgnoredReason, ignoredReasonText } from '@atrium/contract/configuration/manifest';
import type { MergeSides } from './merge-start.ts';

/** More than a person can merge by hand, and than an editor should hold. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Why a file cannot be merged line by line, in words; undefined when it can. */
export function unmergeableReason({ local, remote }: MergeSides): string | undefined {
  if (local.includes('\0') || remote.includes('\0'))
    return 'The file is binary: it can only be taken as a whole.';
  if (local.length > MAX_LENGTH || remote.length > MAX_LENGTH) {
    return 'The file is too large to be merged by hand: take one side, or let the server merge it.';
  }
  return undefined;
}

const ownTexts: Partial<Record<IgnoredReason, string>> = {
  NOT_TEXT: "The remote's file is binary (not UTF-8 text).",
  TOO_LARGE: "The remote's file is larger than a configuration file may be.",
  LFS_POINTER: "The remote holds only a pointer into large file storage (LFS) instead of the file's content.",
};

/** Why the remote's file cannot be taken at all. */
export function unreadableText(reason: IgnoredReason): string {
  return `${ownTexts[reason] ?? `The remote's file is ${ignoredReasonText[reason]}.`} It cannot be taken: keep local, or change the file in the repository and pull again.`;
}
