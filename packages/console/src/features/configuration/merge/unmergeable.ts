import { type IgnoredReason, ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import type { MergeSides } from '../panes/pane-region.ts';

/** More than a person can merge by hand, and than an editor should hold. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Why a file cannot be merged line by line, in words; undefined when it can. */
export function unmergeableReason({ local, remote }: MergeSides): string | undefined {
  if (local.includes('\0') || remote.includes('\0'))
    return 'This file is binary. Keep local or apply remote as a whole.';
  if (local.length > MAX_LENGTH || remote.length > MAX_LENGTH) {
    return 'This file is too large for the editor. Choose one side, or let the server merge it.';
  }
  return undefined;
}

const ownTexts: Partial<Record<IgnoredReason, string>> = {
  NOT_TEXT: "The remote's file is binary (not UTF-8 text).",
  TOO_LARGE: "The remote's file is larger than a configuration file may be.",
  LFS_POINTER: 'The repository contains only a Git LFS pointer, not the file itself.',
};

/** Why the remote's file cannot be taken at all. */
export function unreadableText(reason: IgnoredReason): string {
  return `${ownTexts[reason] ?? `The remote's file is ${ignoredReasonText[reason]}.`} It cannot be applied. Keep local, or fix the file in the repository and pull again.`;
}
