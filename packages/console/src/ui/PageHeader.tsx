import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons and links of the whole page. */
  actions?: ReactNode;
}

/** Heading of a page. After a change of route the focus moves here, so the page is announced. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        {/* The height of a button keeps the heading at the same place on all pages. */}
        <h1
          tabIndex={-1}
          className="flex min-h-10 items-center text-lg font-semibold tracking-tight break-words"
        >
          {title}
        </h1>
        {description && <p className="max-w-5xl text-ink-soft">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
