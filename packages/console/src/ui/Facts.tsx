import type { ReactNode } from 'react';

/** Labeled values side by side, as many per row as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-3">
      {children}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Whether the value needs the room of two columns. */
  isWide?: boolean;
  children: ReactNode;
}

export function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="tabular break-words">{children}</dd>
    </div>
  );
}
