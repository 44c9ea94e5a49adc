import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { type ComponentType, Suspense, useState } from 'react';
import { useAuth } from '../api/session.ts';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { MissingPage } from './missing-page.ts';
import type { ShellDialogName } from './navigation.ts';
import { usePageChange } from './page-change.ts';
import { useAddressed } from './use-addressed.ts';
import { VisitorBar } from './VisitorBar.tsx';

// Visitors never see it: its code stays out of the sign-in page.
const TopNavigation = lazyPart(async () => (await import('./TopNavigation.tsx')).TopNavigation);
const SideColumn = lazyPart(async () => (await import('./SideColumn.tsx')).SideColumn);
const WithQueries = lazyPart(async () => (await import('./WithQueries.tsx')).WithQueries);

export type ShellDialogs = Partial<Record<ShellDialogName, ComponentType<{ onClose: () => void }>>>;

interface ShellProps {
  /** Rendered as long as someone is signed in; visible only while it asks or says something. */
  SignedInWork: ComponentType;
  dialogs: ShellDialogs;
}

// Who may be signed in finds the room of what is still on its way, so that the page does not move when it comes.
const BarRoom = () => <div className="h-14 bg-nav" />;
const SideRoom = ({ isDashboard }: { isDashboard: boolean }) => (
  <div className={classNames('shrink-0 max-md:hidden', isDashboard ? 'w-52' : 'w-14')} />
);

/** The address may contain any name. */
function isDialogName(dialogs: ShellDialogs, name: string | undefined): name is ShellDialogName {
  return name !== undefined && Object.hasOwn(dialogs, name);
}

/** The frame of every page: skip link, navigation for the user or visitor, the page, messages. */
export function Shell({ dialogs, SignedInWork }: ShellProps) {
  const { canNavigate, isReady } = useAuth();
  const { pathname } = useLocation();
  const matches = useMatches();
  const [openDialog, setOpenDialog] = useAddressed('dialog');
  const Dialog = canNavigate && isDialogName(dialogs, openDialog) ? dialogs[openDialog] : undefined;
  const isDashboard = pathname === paths.dashboard();
  const isWide = matches.some((match) => match.staticData.isWide);
  const [isMissing, setMissing] = useState(false);
  usePageChange(isMissing);
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
      >
        Skip to content
      </a>
      {canNavigate ? (
        <Suspense fallback={<BarRoom />}>
          <WithQueries>
            <SignedInWork />
          </WithQueries>
          <TopNavigation onOpenDialog={setOpenDialog} />
        </Suspense>
      ) : isReady ? (
        <VisitorBar hasMenu={pathname.startsWith(paths.landing())} />
      ) : (
        <BarRoom />
      )}
      <div className="flex">
        {canNavigate ? (
          <Suspense fallback={<SideRoom isDashboard={isDashboard} />}>
            <SideColumn key={String(isDashboard)} isDashboard={isDashboard} />
          </Suspense>
        ) : (
          !isReady && <SideRoom isDashboard={isDashboard} />
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-6">
          <div className={isWide ? '' : 'mx-auto max-w-6xl'}>
            <PanelBoundary resetKey={pathname}>
              <MissingPage value={setMissing}>
                <Outlet />
              </MissingPage>
            </PanelBoundary>
          </div>
        </main>
      </div>
      {Dialog && (
        <PanelBoundary resetKey={openDialog}>
          <Suspense fallback={null}>
            <WithQueries>
              <Dialog onClose={() => setOpenDialog(undefined)} />
            </WithQueries>
          </Suspense>
        </PanelBoundary>
      )}
      <Toaster />
    </>
  );
}
