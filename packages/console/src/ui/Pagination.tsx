import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { ChevronLeft, ChevronRight } from './icons.ts';

interface PaginationProps {
  /** Counted from 0, as the server does. */
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
  /** 'A total of N … Showing results X to Y' */
  text?: ReactNode;
  label?: string;
}

export function Pagination({ page, totalPages, onChange, text, label = 'Pages' }: PaginationProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p role="status" className="text-sm text-ink-soft">
        {text}
      </p>
      {totalPages > 1 && (
        <nav aria-label={label} className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            icon={<ChevronLeft aria-hidden size={18} />}
            disabled={page <= 0}
            onClick={() => onChange(page - 1)}
          />
          <span className="tabular px-1 text-sm">
            Page {page + 1} of {totalPages}
          </span>
          <IconButton
            label="Next page"
            icon={<ChevronRight aria-hidden size={18} />}
            disabled={page >= totalPages - 1}
            onClick={() => onChange(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}
