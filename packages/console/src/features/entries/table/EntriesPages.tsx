import type { EntryPage } from '@atrium/contract/service-api/functions/content-entry';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronLeft, ChevronRight } from '../../../ui/icons.ts';
import { ENTRIES_PER_PAGE } from './use-entries-address.ts';

interface EntriesPagesProps {
  found: EntryPage;
  /** Number of the page, from 1; undefined where it is not known. */
  page: number | undefined;
  onChange: (place: { cursor: string; page: number | undefined } | null) => void;
}

/** Number of entries, and the buttons to the pages beside this one. */
export function EntriesPages({ found, page, onChange }: EntriesPagesProps) {
  const { next, previous } = found.cursors;
  const first = page === undefined ? undefined : (page - 1) * ENTRIES_PER_PAGE + 1;
  const range =
    first === undefined || found.content.length === 0
      ? ''
      : `${first.toLocaleString('en-US')}–${(first + found.content.length - 1).toLocaleString('en-US')} of `;
  const go = (cursor: string | null, by: number) => {
    const target = page === undefined ? undefined : page + by;
    if (target === 1) onChange(null);
    else if (cursor !== null) onChange({ cursor, page: target });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
      <p role="status" className="tabular text-sm text-ink-soft">
        {range}
        {countText(found)}
      </p>
      {(next !== null || previous !== null) && (
        <nav aria-label="Pages of entries" className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            icon={<ChevronLeft aria-hidden size={18} />}
            disabled={previous === null}
            onClick={() => go(previous, -1)}
          />
          <IconButton
            label="Next page"
            icon={<ChevronRight aria-hidden size={18} />}
            disabled={next === null}
            onClick={() => go(next, 1)}
          />
        </nav>
      )}
    </div>
  );
}

/** `1 entry`, `1,234 entries`, `10,000+ entries`. */
function countText({ totalElements, isCounted }: Pick<EntryPage, 'totalElements' | 'isCounted'>): string {
  const count = totalElements.toLocaleString('en-US');
  if (!isCounted) return `${count}+ entries`;
  return totalElements === 1 ? '1 entry' : `${count} entries`;
}
