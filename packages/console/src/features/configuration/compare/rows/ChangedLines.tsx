import { formatQuantity } from '../../../../lib/format.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';

/** Lines that applying the remote adds and removes, as git counts them. */
export function ChangedLines({ file: { examination } }: { file: DiffFile }) {
  if (examination === undefined || examination.added + examination.removed === 0) return null;
  const { added, removed } = examination;
  return (
    <span className="tabular shrink-0 text-xs whitespace-nowrap text-ink-soft">
      <span aria-hidden>
        {added > 0 && `+${added.toLocaleString('en')}`} {removed > 0 && `−${removed.toLocaleString('en')}`}
      </span>
      <span className="sr-only">
        {formatQuantity(added, 'line')} added, {formatQuantity(removed, 'line')} removed
      </span>
    </span>
  );
}
