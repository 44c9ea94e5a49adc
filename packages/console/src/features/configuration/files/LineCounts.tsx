import type { PreviewedFile } from '@atrium/contract/configuration/push-preview';
import { formatQuantity } from '../../../lib/format.ts';

type Counted = Pick<PreviewedFile, 'addedLines' | 'removedLines'>;

/** `+12 −3` of some files together; nothing where not all of them could be counted. */
export function LineCounts({ files }: { files: readonly Counted[] }) {
  let [added, removed] = [0, 0];
  for (const { addedLines, removedLines } of files) {
    if (addedLines === null || removedLines === null) return null;
    added += addedLines;
    removed += removedLines;
  }
  return (
    <span className="shrink-0 font-mono text-xs whitespace-nowrap">
      <span className="sr-only">
        {formatQuantity(added, 'line')} added, {formatQuantity(removed, 'line')} removed
      </span>
      <span aria-hidden>
        <span className="text-ok">+{added.toLocaleString('en')}</span>{' '}
        <span className="text-danger">−{removed.toLocaleString('en')}</span>
      </span>
    </span>
  );
}
