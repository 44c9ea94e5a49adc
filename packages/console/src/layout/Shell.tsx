import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useAuth } from '../api/session.ts';
import { paths } from '../paths.ts';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import type { ShellDialogName } from './navigation.ts';
import { usePageChange } from './page-change.ts';
import { SideNavigation } from './SideNavigation.tsx';
import { VisitorBar } from './VisitorBar.tsx';

// Visitors never see it: what it is made of stays out of the sign-in page.
const TopNavigation = lazy(async () => ({ default: (await import('./TopNavigation.tsx')).TopNavigation }));

export type ShellDialogs = Partial<Record<ShellDialogName, ComponentType<{ onClose: () => void }>>>;

interface ShellProps {
  /** Drawn, without a look of its own, as long as somebody is signed in. */
  SignedInWork: ComponentType;
  dialogs: ShellDialogs;
}

/** What stands around every page: skip link, navigation by who is there, the page, messages. */
export function Shell({ dialogs, SignedInWork }: ShellProps) {
  const { canNavigate } = useAuth();
  const { pathname } = useLocation();
  const matches = useMatches();
  const [openDialog, setOpenDialog] = useState<ShellDialogName | null>(null);
  const Dialog = openDialog && dialogs[openDialog];
  const isWide = matches.some((match) => match.staticData.isWide);
  usePageChange();
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
      >
        Skip to content
      </a>
      {canNavigate ? (
        <Suspense fallback={<div className="h-[3.25rem] bg-nav" />}>
          <SignedInWork />
          <TopNavigation onOpenDialog={setOpenDialog} />
        </Suspense>
      ) : (
        <VisitorBar hasMenu={pathname.startsWith(paths.landing())} />
      )}
      <div className="flex">
        {canNavigate && <SideColumn key={String(pathname === paths.dashboard())} pathname={pathname} />}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-6">
          <div className={isWide ? '' : 'mx-auto max-w-6xl'}>
            <PanelBoundary resetKey={pathname}>
              <Outlet />
            </PanelBoundary>
          </div>
        </main>
      </div>
      {Dialog && (
        <PanelBoundary resetKey={openDialog}>
          <Suspense fallback={null}>
            <Dialog onClose={() => setOpenDialog(null)} />
          </Suspense>
        </PanelBoundary>
      )}
      <Toaster />
    </>
  );
}

/** Expanded on the dashboard, collapsed elsewhere, until the person decides otherwise on that page. */
function SideColumn({ pathname }: { pathname: string }) {
  const [isExpanded, setExpanded] = useState(pathname === paths.dashboard());
  return <SideNavigation isExpanded={isExpanded} onToggle={() => setExpanded(!isExpanded)} />;
}
