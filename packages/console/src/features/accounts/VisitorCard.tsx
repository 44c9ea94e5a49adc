import type { ReactNode } from 'react';

interface VisitorCardProps {
  title: ReactNode;
  children: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
  isWide?: boolean;
}

/** The one panel of a page for visitors: sign-in, registration, reset. */
export function VisitorCard({ title, children, footer, isWide = false }: VisitorCardProps) {
  return (
    <div className={`mx-auto w-full py-4 sm:py-10 ${isWide ? 'max-w-xl' : 'max-w-sm'}`}>
      <section className="rounded-panel border border-line bg-surface px-5 py-6 sm:px-8">
        <h1 tabIndex={-1} className="mb-4 text-lg font-semibold tracking-tight">
          {title}
        </h1>
        {children}
      </section>
      {footer && (
        <div className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2 text-center">{footer}</div>
      )}
    </div>
  );
}
