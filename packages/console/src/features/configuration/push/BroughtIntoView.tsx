import type { ReactNode } from 'react';

/** On a small screen, what comes up below a form would be out of sight. */
export function BroughtIntoView({ children }: { children: ReactNode }) {
  return (
    <div ref={bringIntoView} className="flex flex-col gap-5">
      {children}
    </div>
  );
}

function bringIntoView(area: HTMLElement | null): void {
  area?.scrollIntoView({ block: 'start' });
}
