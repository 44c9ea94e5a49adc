import { formatQuantity } from '../../../lib/format.ts';
import type { DiffFile } from './service-diffs.ts';

/** Lines that applying the remote adds and removes, as git counts them. */
export function ChangedLines({ file: { look } }: { file: DiffFile }) {
  if (look === undefined || look.added + look.removed === 0) return null;
  const { added, removed } = look;
  return (
    <span className="tabular text-xs whitespace-nowrap text-ink-soft">
      <span aria-hidden>
        {added > 0 && `+${added.toLocaleString('en')}`} {removed > 0 && `−${removed.toLocaleString('en')}`}
      </span>
      <span className="sr-only">
        {formatQuantity(added, 'line')} added, {formatQuantity(removed, 'line')} removed
      </span>
    </span>
  );
}
