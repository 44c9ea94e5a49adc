import { useAuth } from '../api/session.ts';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { classNames } from '../ui/class-names.ts';
import { logOut } from './log-out.ts';
import { navLinkClass } from './nav-link-class.ts';
import { type NavigationEntry, visibleEntries } from './navigation.ts';

const entries: readonly NavigationEntry[] = [
  { label: 'Invoices', href: paths.invoices(), permission: 'billing.read' },
  { label: 'Functions', href: paths.service('hyper-dispatch'), permission: 'configuration.read' },
  { label: 'Profile', href: paths.profile() },
  { label: 'People', href: paths.people(), permission: 'people.read' },
  { label: 'Customers', href: paths.customers(), isAdminOnly: true },
  { label: 'Audit', href: paths.audit(), isAdminOnly: true },
];

/** Where there is no room for the side navigation, the menu has the entries that are only there. */
export function AccountEntries() {
  return (
    <nav aria-label="Account" className="border-t border-nav-raised px-3 py-2 md:hidden">
      {visibleEntries(entries, useAuth()).map(({ label, href }) => (
        <AppLink key={href} href={href} className={navLinkClass}>
          {label}
        </AppLink>
      ))}
      <button type="button" className={classNames(navLinkClass, 'w-full')} onClick={logOut}>
        Sign out
      </button>
    </nav>
  );
}
