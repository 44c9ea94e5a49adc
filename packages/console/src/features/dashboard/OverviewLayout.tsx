import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';

interface OverviewLayoutProps {
  /** Buttons of the whole page. */
  actions?: ReactNode;
  /** Above everything else, as wide as the page. */
  notices?: ReactNode;
  /** The tiles, or a newcomer's first steps. */
  top: ReactNode;
  account: ReactNode;
  children: ReactNode;
}

/** Layout of the overview, also while it loads. */
export function OverviewLayout({ actions, notices, top, account, children }: OverviewLayoutProps) {
  return (
    <>
      <PageHeader
        title="Overview"
        description="How your services run, what they cost, and what needs your attention."
        actions={actions}
      />
      {notices}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-h-32 min-w-0 lg:col-span-2">{top}</div>
        {/* In a single column, children may order themselves after the account, which nobody looks for at the end. */}
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">{children}</div>
        <div>{account}</div>
      </div>
    </>
  );
}
