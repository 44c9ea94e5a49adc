import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';

interface OverviewLayoutProps {
  /** Below the title, as wide as the tiles. */
  notices?: ReactNode;
  tiles: ReactNode;
  /** Below the tiles. */
  children?: ReactNode;
  /** Beside the other parts. */
  aside: ReactNode;
}

/** Layout of the overview, also while it loads. */
export function OverviewLayout({ notices, tiles, children, aside }: OverviewLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="@container min-w-0">
        <PageHeader title="Overview" />
        {notices}
        <div className="min-h-32">{tiles}</div>
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-3 @3xl:grid-cols-[minmax(0,1fr)_21rem]">
          {children}
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{aside}</div>
    </div>
  );
}
