import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { classNames } from '../ui/class-names.ts';
import { logOut } from './log-out.ts';
import { navLinkClass } from './nav-link-class.ts';

/** Where there is no room for the side navigation, the menu has the entries that are only there. */
export function AccountEntries() {
  return (
    <nav aria-label="Account" className="border-t border-nav-raised px-3 py-2 md:hidden">
      <AppLink href={paths.invoices()} className={navLinkClass}>
        Invoices
      </AppLink>
      <AppLink href={paths.profile()} className={navLinkClass}>
        Profile
      </AppLink>
      <button type="button" className={classNames(navLinkClass, 'w-full')} onClick={logOut}>
        Sign out
      </button>
    </nav>
  );
}
