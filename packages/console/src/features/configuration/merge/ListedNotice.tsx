import { Alert } from '../../../ui/Alert.tsx';
import { isMergeLive, type ServiceChoices } from '../diff/diff-choices.ts';
import { canMerge } from '../diff/marked-file.ts';
import type { DiffFile } from '../diff/service-diffs.ts';
import { whyNot } from '../diff/waiting-merges.ts';

interface ListedNoticeProps {
  /** The file that is being merged. */
  file: DiffFile;
  /** The same as it is listed by now. */
  listed: DiffFile;
  choices: ServiceChoices;
  /** Until the contents were examined, what moved looks deleted. */
  isLooking: boolean;
}

/** While a merge is open: the file is no longer the one that it was opened with, and what becomes of the work. */
export function ListedNotice({ file, listed, choices, isLooking }: ListedNoticeProps) {
  if (listed.unreadable !== undefined || isMergeLive(choices, listed)) return null;
  if (isLooking && (listed.type === 'DELETED' || listed.type === 'MOVED')) return null;
  if (!canMerge(listed)) {
    return (
      <Alert kind="warning" className="mx-4 my-2">
        {`This merge cannot be submitted now, because ${whyNot(listed.type)}. Your work is kept as a draft, and Merge above the files of the service opens it again.`}
      </Alert>
    );
  }
  if (listed.local?.checksum === file.local?.checksum) return null;
  return (
    <Alert kind="warning" className="mx-4 my-2">
      The live file has changed since you opened it. Your work is kept as a draft. Open the file again to
      merge the draft on top of the live file.
    </Alert>
  );
}
