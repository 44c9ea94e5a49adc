import { useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useAuth } from '../api/session.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { AtriumMark } from '../ui/AtriumMark.tsx';
import { classNames } from '../ui/class-names.ts';
import { ChevronDown, Menu as MenuIcon, Search, Settings, UserRound } from '../ui/icons.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { X } from '../ui/message-icons.ts';
import { askToLogOut } from './log-out.ts';
import { NavEntries } from './NavEntries.tsx';
import { navLinkClass } from './nav-link-class.ts';
import { PRODUCT_NAME, type ShellDialogName, visibleEntries } from './navigation.ts';
import type { SystemStatusProps } from './PlaceList.tsx';
import { ownPages } from './places.ts';
import { settingsEntries, topEntries } from './signed-in-entries.ts';
import { BANNER_HEIGHT, useStayingBar } from './staying-bars.ts';
import { useSearchKey } from './use-search-key.ts';
import { WithQueries } from './WithQueries.tsx';
import { WorkBell } from './WorkBell.tsx';

// Only narrow screens have it.
const PlaceDrawer = lazyPart(async () => (await import('./PlaceDrawer.tsx')).PlaceDrawer);

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const menuButtonClass = 'inline-flex min-h-10 items-center gap-2 rounded-control px-3 hover:bg-nav-raised';

export interface TopNavigationProps {
  SystemStatus: ComponentType<SystemStatusProps>;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The signed-in console's bar. Below 1080 px its entries open from a menu button, below 768 px that opens the places. */
export function TopNavigation({ SystemStatus, onOpenDialog }: TopNavigationProps) {
  const auth = useAuth();
  const { pathname } = useLocation();
  useSearchKey(onOpenDialog);
  const bar = useStayingBar<HTMLElement>('--top-bar');
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [arePlacesOpen, setPlacesOpen] = useState(false);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', () => {
        setOpen(false);
        setPlacesOpen(false);
      }),
    [router],
  );
  const placesButton = useRef<HTMLButtonElement>(null);
  const [home, ...entries] = visibleEntries(topEntries, auth);

  return (
    <header
      ref={bar}
      className="sticky z-30 overflow-y-auto bg-nav text-nav-ink"
      style={{ top: BANNER_HEIGHT, maxHeight: `calc(100dvh - ${BANNER_HEIGHT})` }}
    >
      <nav
        aria-label="Main"
        className="flex flex-wrap items-center gap-x-1 px-3 py-2 max-md:flex-nowrap min-[67.5rem]:flex-nowrap"
      >
        <AppLink
          href={home?.href ?? '/'}
          aria-current={pathname === home?.href ? 'page' : undefined}
          className="mr-2 flex min-h-10 shrink-0 items-center gap-2.5 rounded-control pr-2 text-base font-semibold tracking-tight text-nav-ink no-underline"
        >
          <AtriumMark />
          {/* On phones, the space is reserved for the username. */}
          <span className="max-sm:sr-only">{PRODUCT_NAME}</span>
        </AppLink>
        <span className="ml-auto flex min-w-0 items-center gap-1 min-[67.5rem]:order-last min-[67.5rem]:shrink-0">
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            title="Go to anything (Ctrl+K)"
            className="inline-flex min-h-10 items-center gap-2 rounded-control border-nav-soft px-3 text-nav-soft hover:bg-nav-raised hover:text-nav-ink sm:min-h-9 sm:border"
            onClick={() => onOpenDialog('search')}
          >
            <Search aria-hidden size={18} />
            <span className="max-xl:sr-only">Go to anything</span>
            <kbd className="font-sans text-xs max-sm:sr-only">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
          </button>
          <WithQueries>
            <WorkBell onClick={() => onOpenDialog('work')} />
          </WithQueries>
          {auth.user && (
            <MenuButton
              align="end"
              className={classNames(navLinkClass, 'min-w-0 gap-2')}
              actions={[
                ...ownPages.map(({ label, href }) => ({
                  label,
                  render: <AppLink href={href} className="text-ink" />,
                })),
                'separator',
                { label: 'Sign out', onSelect: askToLogOut },
              ]}
            >
              <UserRound aria-hidden size={18} className="shrink-0" />
              <span className="sr-only">Signed in as</span>
              <span className="max-w-32 truncate">{auth.user.username}</span>
              <ChevronDown aria-hidden size={16} className="shrink-0" />
            </MenuButton>
          )}
        </span>
        <button
          ref={placesButton}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={arePlacesOpen}
          onClick={() => setPlacesOpen(true)}
          className={classNames(menuButtonClass, 'md:hidden')}
        >
          <MenuIcon aria-hidden size={20} />
          <span className="max-sm:sr-only">Menu</span>
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="main-entries"
          onClick={() => setOpen(!isOpen)}
          className={classNames(menuButtonClass, 'max-md:hidden min-[67.5rem]:hidden')}
        >
          {isOpen ? <X aria-hidden size={20} /> : <MenuIcon aria-hidden size={20} />}
          Menu
        </button>
        <ul
          id="main-entries"
          className={classNames(
            'w-full flex-col gap-0.5 pb-2 min-[67.5rem]:flex min-[67.5rem]:flex-row min-[67.5rem]:items-center min-[67.5rem]:pb-0',
            isOpen ? 'flex max-md:hidden' : 'hidden',
          )}
        >
          <NavEntries entries={entries} />
          <li className="min-[67.5rem]:ml-auto">
            <SettingsMenu onOpenDialog={onOpenDialog} />
          </li>
        </ul>
      </nav>
      {arePlacesOpen && (
        <Suspense fallback={null}>
          <PlaceDrawer
            SystemStatus={SystemStatus}
            opener={placesButton}
            onClose={() => setPlacesOpen(false)}
            onOpenDialog={(name) => {
              setPlacesOpen(false);
              onOpenDialog(name);
            }}
          />
        </Suspense>
      )}
    </header>
  );
}

/** The pages and dialogs behind the cogwheel; some are for administrators only. */
function SettingsMenu({ onOpenDialog }: Pick<TopNavigationProps, 'onOpenDialog'>) {
  const auth = useAuth();
  return (
    <MenuButton
      align="end"
      className={classNames(navLinkClass, 'w-full gap-2')}
      actions={visibleEntries(settingsEntries, auth).map((entry) =>
        'href' in entry
          ? { label: entry.label, render: <AppLink href={entry.href} className="text-ink" /> }
          : { label: entry.label, onSelect: () => onOpenDialog(entry.dialog) },
      )}
    >
      <Settings aria-hidden size={18} />
      Settings
      <ChevronDown aria-hidden size={16} />
    </MenuButton>
  );
}
