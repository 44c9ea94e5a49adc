import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  /** Names the missing things: `No budgets yet`. */
  title: ReactNode;
  /** Reason why it is empty, or future contents. */
  hint: ReactNode;
  /** Next action; null if there is none, or if an empty list is good news. */
  action: ReactNode;
  /** Adds the sentence of the specification for lists. */
  isList?: boolean;
  className?: string;
}

export function EmptyState({ title, hint, action, isList = false, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center gap-1 px-4 py-8 text-center', className)}>
      <svg aria-hidden="true" viewBox="0 0 48 32" className="mb-2 h-10 text-line-strong" fill="none">
        <path
          d="M2 30V4h44v26M14 30V16a10 10 0 0 1 20 0v14"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="3 3"
        />
      </svg>
      <p className="text-base font-medium">{title}</p>
      {isList && <p className="text-xs text-ink-soft">No data to display</p>}
      <p className="max-w-prose text-ink-soft">{hint}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
