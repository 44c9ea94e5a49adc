import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface SubmitBarProps {
  /** What Submit will do, in numbers. */
  summary: string;
  /** Conflicts that wait for a decision. */
  openCount: number;
  onLeadToOpen: () => void;
  /** The buttons of the step. */
  children: ReactNode;
}

/** Always in sight below the files: what Submit will do, and what must be done first. */
export function SubmitBar({ summary, openCount, onLeadToOpen, children }: SubmitBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-canvas px-4 py-2 max-sm:py-1.5">
      <div className="flex flex-wrap gap-2 max-sm:order-2">{children}</div>
      <p role="status" className="min-w-0 flex-1 basis-60 max-sm:text-xs max-sm:leading-tight">
        {summary}
      </p>
      {openCount > 0 && (
        <Button look="danger" size="small" onClick={onLeadToOpen}>
          {openCount.toLocaleString('en')} {openCount === 1 ? 'conflict' : 'conflicts'} to decide
        </Button>
      )}
    </div>
  );
}
