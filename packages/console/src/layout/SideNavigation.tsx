import { useLocation } from '@tanstack/react-router';
import {
  ChartPie,
  CircleGauge,
  Contact,
  FileText,
  FlaskConical,
  GitBranch,
  KeySquare,
  LogOut,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  ScrollText,
  SquareFunction,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuth } from '../api/session.ts';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { classNames } from '../ui/class-names.ts';
import { logOut } from './log-out.ts';
import { type NavigationEntry, visibleEntries } from './navigation.ts';

const allEntries: readonly (NavigationEntry & { Icon: LucideIcon })[] = [
  { label: 'Dashboard', href: paths.dashboard(), Icon: CircleGauge },
  { label: 'Usage', href: paths.usage(), Icon: ChartPie },
  { label: 'Invoices', href: paths.invoices(), Icon: FileText, permission: 'billing.read' },
  {
    label: 'Functions',
    href: paths.service('hyper-dispatch'),
    Icon: SquareFunction,
    permission: 'configuration.read',
  },
  { label: 'Git Config Pull', href: paths.gitPull(), Icon: GitBranch, permission: 'configuration.exchange' },
  { label: 'Run Tests', href: paths.runTests(), Icon: FlaskConical, permission: 'tests.run' },
  { label: 'Profile', href: paths.profile(), Icon: UserRound },
  { label: 'People', href: paths.people(), Icon: Users, permission: 'people.read' },
  { label: 'Customers', href: paths.customers(), Icon: Contact, isAdminOnly: true },
  { label: 'Identity providers', href: paths.identityProviders(), Icon: KeySquare, isAdminOnly: true },
  { label: 'Audit', href: paths.audit(), Icon: ScrollText, isAdminOnly: true },
];

const rowClass =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-2.5 text-ink-soft no-underline transition-colors ' +
  'hover:bg-accent-soft hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold ' +
  'aria-[current=page]:text-accent';

interface SideNavigationProps {
  isExpanded: boolean;
  onToggle: () => void;
}

/** Short ways at the left; folded it shows icons only. Narrow screens have the menu of the bar instead. */
export function SideNavigation({ isExpanded, onToggle }: SideNavigationProps) {
  const { pathname } = useLocation();
  const entries = visibleEntries(allEntries, useAuth());
  const ToggleIcon = isExpanded ? PanelLeftClose : PanelLeftOpen;
  return (
    <nav
      aria-label="Side"
      className={classNames(
        'sticky top-14 flex h-[calc(100dvh-3.5rem)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 max-md:hidden',
        isExpanded ? 'w-52' : 'w-14',
      )}
    >
      <ul className="flex flex-col gap-1">
        {entries.map(({ label, href, Icon }) => (
          <li key={href}>
            <AppLink
              href={href}
              title={isExpanded ? undefined : label}
              aria-current={pathname === href ? 'page' : undefined}
              className={rowClass}
            >
              <Icon aria-hidden size={20} className="shrink-0" />
              <Label isShown={isExpanded}>{label}</Label>
            </AppLink>
          </li>
        ))}
      </ul>
      <span className="mt-auto" />
      {/* On the dashboard the widget offers it. */}
      {pathname !== paths.dashboard() && (
        <button
          type="button"
          title={isExpanded ? undefined : 'Sign out'}
          className={rowClass}
          onClick={logOut}
        >
          <LogOut aria-hidden size={20} className="shrink-0" />
          <Label isShown={isExpanded}>Sign out</Label>
        </button>
      )}
      <button
        type="button"
        aria-expanded={isExpanded}
        title={isExpanded ? undefined : 'Expand sidebar'}
        className={rowClass}
        onClick={onToggle}
      >
        <ToggleIcon aria-hidden size={20} className="shrink-0" />
        <Label isShown={isExpanded}>{isExpanded ? 'Collapse' : 'Expand sidebar'}</Label>
      </button>
    </nav>
  );
}

function Label({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return <span className={isShown ? 'truncate' : 'sr-only'}>{children}</span>;
}
