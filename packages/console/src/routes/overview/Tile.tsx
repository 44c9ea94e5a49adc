import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { type PanelQuery, QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface TileProps<Data> {
  title: string;
  href: string;
  query: PanelQuery<Data>;
  children: (answer: Data) => ReactNode;
}

/** One figure of the overview, which leads to the page about it; as high while it is loaded. */
export function Tile<Data>({ title, href, query, children }: TileProps<Data>) {
  return (
    <section
      aria-label={title}
      className="flex min-h-32 min-w-0 flex-col gap-1 rounded-panel border border-line bg-surface px-4 py-3"
    >
      <h2 className="text-sm">
        <AppLink href={href}>{title}</AppLink>
      </h2>
      <QueryPanel query={query} skeleton={<Skeleton lines={3} />}>
        {children}
      </QueryPanel>
    </section>
  );
}

/** The figure itself, and what is said of it in smaller words. */
export function Figure({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="tabular text-2xl font-semibold tracking-tight">{value}</p>
      <div className="text-sm text-ink-soft">{children}</div>
    </>
  );
}
