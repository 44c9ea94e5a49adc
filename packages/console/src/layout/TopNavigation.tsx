import { useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '../api/session.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { AtriumMark } from '../ui/AtriumMark.tsx';
import { classNames } from '../ui/class-names.ts';
import { AccountEntries } from './AccountEntries.tsx';
import { NavEntries } from './NavEntries.tsx';
import { PRODUCT_NAME, type ShellDialogName, visibleEntries } from './navigation.ts';
import { SettingsMenu } from './SettingsMenu.tsx';
import { topEntries } from './signed-in-entries.ts';

export interface TopNavigationProps {
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The signed-in console's bar; below 1080 px its entries open from a menu button. */
export function TopNavigation({ onOpenDialog }: TopNavigationProps) {
  const auth = useAuth();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // A menu that was opened on another page has done its work.
  const isOpen = openedAt === pathname;
  const [home, ...entries] = visibleEntries(topEntries, auth);

  return (
    <header className="sticky top-0 z-30 max-h-dvh overflow-y-auto bg-nav text-nav-ink">
      <nav
        aria-label="Main"
        className="flex flex-wrap items-center gap-x-1 px-3 py-2 min-[67.5rem]:flex-nowrap"
      >
        <AppLink
          href={home?.href ?? '/'}
          aria-current={pathname === home?.href ? 'page' : undefined}
          className="mr-2 flex min-h-10 shrink-0 items-center gap-2.5 rounded-control pr-2 text-lg font-semibold tracking-tight text-nav-ink no-underline"
        >
          <AtriumMark />
          {PRODUCT_NAME}
        </AppLink>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="main-entries"
          onClick={() => setOpenedAt(isOpen ? null : pathname)}
          className="ml-auto inline-flex min-h-10 items-center gap-2 rounded-control px-3 hover:bg-nav-raised min-[67.5rem]:hidden"
        >
          {isOpen ? <X aria-hidden size={20} /> : <MenuIcon aria-hidden size={20} />}
          Menu
        </button>
        <ul
          id="main-entries"
          className={classNames(
            'w-full flex-col gap-0.5 pb-2 min-[67.5rem]:flex min-[67.5rem]:flex-row min-[67.5rem]:items-center min-[67.5rem]:pb-0',
            isOpen ? 'flex' : 'hidden',
          )}
        >
          <NavEntries entries={entries} />
          <li className="min-[67.5rem]:ml-auto">
            <SettingsMenu onOpenDialog={onOpenDialog} />
          </li>
        </ul>
      </nav>
      {isOpen && <AccountEntries />}
    </header>
  );
}
