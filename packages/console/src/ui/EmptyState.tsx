import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  /** Defaults to 'No data to display'. */
  text?: ReactNode;
  /** Reason why it is empty, or future contents. */
  hint: ReactNode;
  /** Next action; null if there is none, or if an empty list is good news. */
  action: ReactNode;
  className?: string;
}

export function EmptyState({ text = 'No data to display', hint, action, className }: EmptyStateProps) {
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
      <p className="text-ink-soft">{text}</p>
      <p className="max-w-prose text-sm text-ink-soft">{hint}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
