import type { ReactNode } from 'react';

/** The words of an entry; folded, only screen readers have them. */
export function MapLabel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return <span className={isShown ? 'truncate' : 'sr-only'}>{children}</span>;
}
