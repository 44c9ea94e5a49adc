import { useLocation } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { AtriumMark } from '../ui/AtriumMark.tsx';
import { NavEntries } from './NavEntries.tsx';
import { landingEntries, PRODUCT_NAME } from './navigation.ts';

interface VisitorBarProps {
  /** The landing menu is on the pages under /index; the console's own pages show only the name. */
  hasMenu: boolean;
}

export function VisitorBar({ hasMenu }: VisitorBarProps) {
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
          className="flex min-h-10 shrink-0 items-center gap-2.5 rounded-control pr-2 text-lg font-semibold tracking-tight text-nav-ink no-underline"
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
