import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../ui/AppLink.tsx';
import { navLinkClass } from './nav-link-class.ts';

/** Items of a list of links; the current page is marked. */
export function NavEntries({ entries }: { entries: readonly { label: string; href: string }[] }) {
  const { pathname } = useLocation();
  return entries.map(({ label, href }) => (
    <li key={href}>
      <AppLink href={href} aria-current={pathname === href ? 'page' : undefined} className={navLinkClass}>
        {label}
      </AppLink>
    </li>
  ));
}
