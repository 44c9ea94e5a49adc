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

/** Where everything of the overview stands, while it is on its way too. */
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
        {/* Where there is one column, the account stands before those of them that say so: no one looks for it at the end. */}
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">{children}</div>
        <div>{account}</div>
      </div>
    </>
  );
}
