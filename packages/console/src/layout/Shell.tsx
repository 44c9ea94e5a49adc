import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { type ComponentType, Suspense, useState } from 'react';
import { useAuth } from '../api/session.ts';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { AtriumMark } from '../ui/AtriumMark.tsx';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { MissingPage } from './missing-page.ts';
import { NavEntries } from './NavEntries.tsx';
import { landingEntries, PRODUCT_NAME, type ShellDialogName } from './navigation.ts';
import { usePageChange } from './page-change.ts';
import { useAddressed } from './use-addressed.ts';

// Visitors never see it: its code stays out of the sign-in page.
export const LazyQueries = lazyPart(async () => (await import('./WithQueries.tsx')).WithQueries);

interface OpensDialogs {
  onOpenDialog: (name: ShellDialogName) => void;
}

/** Shows whether the services are up, and opens their status. */
type SystemStatusPart = ComponentType<{ onOpen: () => void }>;

interface ShellProps {
  TopNavigation: ComponentType<OpensDialogs & { SystemStatus: SystemStatusPart }>;
  SideNavigation: ComponentType<OpensDialogs & { isExpanded: boolean; SystemStatus: SystemStatusPart }>;
  SystemStatus: SystemStatusPart;
  /** Tabs of the place that the page belongs to. */
  PlaceTabs: ComponentType;
  /** Rendered while a user is signed in; visible only with a dialog or message. */
  SignedInWork: ComponentType;
  /** Dialog named by the address; the name may be unknown. */
  SignedInDialog: ComponentType<{ name: string; onClose: () => void }>;
}

// Placeholders for users who may be signed in, so that the layout doesn't shift when the navigation loads.
const BarRoom = () => (
  <header className="flex h-14 items-center gap-2.5 bg-nav px-3 text-base font-semibold tracking-tight text-nav-ink">
    <AtriumMark />
    {PRODUCT_NAME}
  </header>
);
const SideRoom = ({ isDashboard }: { isDashboard: boolean }) => (
  <div className={classNames('shrink-0 max-md:hidden', isDashboard ? 'w-56' : 'w-22')} />
);

const TabsRoom = () => <div className="mb-5 h-10 border-b border-line" />;

/** The frame of every page: skip link, navigation for the user or visitor, the page, messages. */
export function Shell(parts: ShellProps) {
  const { PlaceTabs, SideNavigation, SignedInDialog, SignedInWork, SystemStatus, TopNavigation } = parts;
  const { canNavigate, isReady } = useAuth();
  const { pathname } = useLocation();
  const matches = useMatches();
  const [openDialog, setOpenDialog] = useAddressed('dialog');
  const isDashboard = pathname === paths.dashboard();
  const isWide = matches.some((match) => match.staticData.isWide);
  const hasTabs = matches.some(
    ({ staticData, search }) => staticData.hasTabs && staticData.fillsWindow?.(search) !== true,
  );
  const [isMissing, setMissing] = useState(false);
  usePageChange(isMissing);
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {canNavigate ? (
        <Suspense fallback={<BarRoom />}>
          <LazyQueries>
            <SignedInWork />
          </LazyQueries>
          <TopNavigation SystemStatus={SystemStatus} onOpenDialog={setOpenDialog} />
        </Suspense>
      ) : isReady ? (
        <VisitorBar hasMenu={pathname.startsWith(paths.landing())} />
      ) : (
        <BarRoom />
      )}
      <div className="flex">
        {canNavigate ? (
          <Suspense fallback={<SideRoom isDashboard={isDashboard} />}>
            <SideNavigation
              isExpanded={isDashboard}
              SystemStatus={SystemStatus}
              onOpenDialog={setOpenDialog}
            />
          </Suspense>
        ) : (
          !isReady && <SideRoom isDashboard={isDashboard} />
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-6 pb-24 sm:px-6 sm:pb-6">
          <div className={isWide ? '' : canNavigate || !isReady ? 'max-w-7xl' : 'mx-auto max-w-7xl'}>
            {hasTabs && canNavigate ? (
              <Suspense fallback={<TabsRoom />}>
                <PlaceTabs />
              </Suspense>
            ) : (
              hasTabs && !isReady && <TabsRoom />
            )}
            <PanelBoundary resetKey={pathname}>
              <MissingPage value={setMissing}>
                <Outlet />
              </MissingPage>
            </PanelBoundary>
          </div>
        </main>
      </div>
      {canNavigate && openDialog !== undefined && (
        <PanelBoundary resetKey={openDialog}>
          <Suspense fallback={null}>
            <LazyQueries>
              <SignedInDialog name={openDialog} onClose={() => setOpenDialog(undefined)} />
            </LazyQueries>
          </Suspense>
        </PanelBoundary>
      )}
      <Toaster />
    </>
  );
}

interface VisitorBarProps {
  /** The landing menu is on the pages under /index; the console's own pages show only the name. */
  hasMenu: boolean;
}

function VisitorBar({ hasMenu }: VisitorBarProps) {
  const { pathname } = useLocation();
  return (
    <header className="bg-nav text-nav-ink">
      <nav
        aria-label="Main"
        className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 py-2"
      >
        <AppLink
          href={paths.landing()}
          aria-current={pathname === paths.landing() ? 'page' : undefined}
          className="flex min-h-10 shrink-0 items-center gap-2.5 rounded-control pr-2 text-base font-semibold tracking-tight text-nav-ink no-underline"
        >
          <AtriumMark />
          {PRODUCT_NAME}
        </AppLink>
        {hasMenu && (
          <ul className="-mx-3 flex flex-wrap items-center">
            <NavEntries entries={landingEntries} />
          </ul>
        )}
      </nav>
    </header>
  );
}
