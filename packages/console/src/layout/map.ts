import { keyPaths } from '@atrium/contract/key-paths';
import type { Service } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import type { AuthState } from '../api/auth-state.ts';
import { paths } from '../paths.ts';
import {
  Blocks,
  Boxes,
  ChartPie,
  CircleGauge,
  CirclePlay,
  Contact,
  CreditCard,
  FileText,
  FlaskConical,
  FolderUp,
  Gift,
  GitBranch,
  GitCommitVertical,
  HeartPulse,
  History,
  Hourglass,
  KeyRound,
  KeySquare,
  Layers,
  ScrollText,
  Server,
  SlidersHorizontal,
  SquareFunction,
  Tags,
  UserRound,
  Users,
} from '../ui/icons.ts';
import type { Icon as IconType } from '../ui/message-icons.ts';
import { type Condition, type ShellDialogName, visibleEntries } from './navigation.ts';

/** A page, or a dialog over any page. */
export type MapEntry = Condition & { label: string; Icon: IconType } & (
    | { href: string }
    | { dialog: ShellDialogName }
  );

export interface MapGroup {
  /** Omitted for the overview, which precedes all groups. */
  label?: string;
  entries: readonly MapEntry[];
}

const reading = { permission: 'configuration.read' } as const;
const exchanging = { permission: 'configuration.exchange' } as const;
const administration = { isAdminOnly: true } as const;

const SHIPPED_COUNT = Object.keys(SHIPPED_SERVICES).length;

/** Map of the console: each page once, with the same label as everywhere else. */
const groups: readonly MapGroup[] = [
  {
    entries: [
      { label: 'Overview', href: paths.dashboard(), Icon: CircleGauge },
      { label: 'System status', dialog: 'system-status', Icon: HeartPulse },
    ],
  },
  {
    label: 'Build',
    entries: [
      {
        label: 'Functions',
        href: paths.service(SHIPPED_SERVICES.hyperDispatch.id),
        Icon: SquareFunction,
        ...reading,
      },
      { label: 'Content', href: paths.service(SHIPPED_SERVICES.content.id), Icon: Blocks, ...reading },
      { label: 'Git Config Pull', href: paths.gitPull(), Icon: GitBranch, ...exchanging },
      { label: 'Git Config Push', dialog: 'git-push', Icon: GitCommitVertical, ...exchanging },
      { label: 'Upload file', dialog: 'upload', Icon: FolderUp, permission: 'configuration.write' },
      {
        label: 'Versions',
        href: paths.service(SHIPPED_SERVICES.hyperDispatch.id, { tab: 'versions' }),
        Icon: Layers,
        ...reading,
      },
      { label: 'Import progress', dialog: 'import-progress', Icon: Hourglass },
      { label: 'Import logs', dialog: 'import-logs', Icon: History },
    ],
  },
  {
    label: 'Prove',
    entries: [
      { label: 'Run Tests', href: paths.runTests(), Icon: CirclePlay, permission: 'tests.run' },
      {
        label: 'Test Run Dashboard',
        href: paths.testRunnerDashboard(),
        Icon: FlaskConical,
        permission: 'tests.read',
      },
    ],
  },
  {
    label: 'Pay',
    entries: [
      { label: 'Usage', href: paths.usage(), Icon: ChartPie },
      { label: 'Invoices', href: paths.invoices(), Icon: FileText, permission: 'billing.read' },
      { label: 'Payment info', href: paths.payment(), Icon: CreditCard, permission: 'billing.read' },
      { label: 'Prices', href: paths.prices(), Icon: Tags },
    ],
  },
  {
    label: 'Account',
    entries: [
      { label: 'Profile', href: paths.profile(), Icon: UserRound },
      { label: 'Your access keys', href: keyPaths.list(), Icon: KeyRound },
      { label: 'People', href: paths.people(), Icon: Users, permission: 'people.read' },
      { label: 'Activity', href: paths.activity(), Icon: ScrollText },
    ],
  },
  {
    label: 'Administration',
    entries: [
      { label: 'Customers', href: paths.customers(), Icon: Contact, ...administration },
      { label: 'Pricing', href: paths.pricing(), Icon: SlidersHorizontal, ...administration },
      { label: 'Bonus', href: paths.bonus(), Icon: Gift, ...administration },
      { label: 'Access Keys', href: paths.accessKeys(), Icon: KeyRound, ...administration },
      { label: 'Identity providers', href: paths.identityProviders(), Icon: KeySquare, ...administration },
      { label: 'Audit', href: paths.audit(), Icon: ScrollText, ...administration },
      { label: 'Platform', href: paths.platform(), Icon: Server, ...administration },
    ],
  },
];

/** Returns the entries that the user may see, including every registered service. Empty groups are omitted. */
export function mapFor(auth: AuthState, services: readonly Service[] = []): MapGroup[] {
  return groups
    .map((group) =>
      group.label === 'Build' ? { ...group, entries: withOthers(group.entries, services) } : group,
    )
    .map((group) => ({ ...group, entries: visibleEntries(group.entries, auth) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Appends services of other vendors to those that ship with the platform. */
function withOthers(entries: readonly MapEntry[], services: readonly Service[]): MapEntry[] {
  const known = new Set(entries.map((entry) => ('href' in entry ? entry.href : '')));
  const others = services
    .map(({ id, name }) => ({ label: name, href: paths.service(id), Icon: Boxes, ...reading }))
    .filter(({ href }) => !known.has(href));
  return [...entries.slice(0, SHIPPED_COUNT), ...others, ...entries.slice(SHIPPED_COUNT)];
}
