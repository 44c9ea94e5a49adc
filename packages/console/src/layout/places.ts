import { keyPaths } from '@atrium/contract/key-paths';
import type { Service } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import type { AuthState } from '../api/auth-state.ts';
import type { Search } from '../lib/search-params.ts';
import { paths } from '../paths.ts';
import {
  Blocks,
  Boxes,
  CircleGauge,
  Contact,
  CreditCard,
  FlaskConical,
  GitBranch,
  KeyRound,
  ScrollText,
  Server,
  SlidersHorizontal,
  SquareFunction,
  Users,
} from '../ui/icons.ts';
import type { Icon as IconType } from '../ui/message-icons.ts';
import { type Condition, visibleEntries } from './navigation.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Place that the page belongs to: marked in the side navigation. */
    place?: PlaceId;
    /** The place has tabs above the page. */
    hasTabs?: boolean;
    /** Whether the page takes the whole window at an address, without the tabs. */
    fillsWindow?: (search: Search) => boolean;
  }
}

export type PlaceId =
  | 'overview'
  | 'changes'
  | 'tests'
  | 'billing'
  | 'people'
  | 'customers'
  | 'prices'
  | 'access-keys'
  | 'audit'
  | 'platform';

/** One page of a place. */
export interface PlaceTab extends Condition {
  label: string;
  href: string;
}

/** Entry of the side navigation. It leads to the first of its pages that the user may see. */
export interface Place {
  /** Services are places named by their path. */
  id: PlaceId | `/${string}`;
  label: string;
  Icon: IconType;
  /** Without tabs of its own, a place has one page. */
  tabs: readonly [PlaceTab, ...PlaceTab[]];
  isAdministration?: true;
}

const reading = { permission: 'configuration.read' } as const;
const exchanging = { permission: 'configuration.exchange' } as const;
const administration = { isAdminOnly: true } as const;
const ofTests = { permission: 'tests.read' } as const;
const ofBills = { permission: 'billing.read' } as const;
const ofPeople = { permission: 'people.read' } as const;

const overview: Place = {
  id: 'overview',
  label: 'Overview',
  Icon: CircleGauge,
  tabs: [{ label: 'Overview', href: paths.dashboard() }],
};

const functions = servicePlace({ ...SHIPPED_SERVICES.hyperDispatch, name: 'Functions' }, SquareFunction);
const content = servicePlace(SHIPPED_SERVICES.content, Blocks);

const afterServices: readonly Place[] = [
  {
    id: 'changes',
    label: 'Changes',
    Icon: GitBranch,
    tabs: [
      { label: 'Pull', href: paths.gitPull(), ...exchanging },
      { label: 'Push', href: paths.changes('push'), ...exchanging },
      { label: 'Upload', href: paths.changes('upload'), permission: 'configuration.write' },
      { label: 'Versions', href: paths.changes('versions'), ...reading },
      { label: 'Connections', href: paths.changes('connections'), ...reading },
      { label: 'Log', href: paths.changes('log') },
      { label: 'Activity', href: paths.activity() },
    ],
  },
  {
    id: 'tests',
    label: 'Tests',
    Icon: FlaskConical,
    tabs: [
      { label: 'Run', href: paths.runTests(), permission: 'tests.run' },
      { label: 'Results', href: paths.testRunnerDashboard(), ...ofTests },
      { label: 'History', href: paths.testRunnerDashboard({ view: 'history' }), ...ofTests },
      { label: 'Schedule', href: paths.testRunnerDashboard({ view: 'timetable' }), ...ofTests },
    ],
  },
  {
    id: 'billing',
    label: 'Billing',
    Icon: CreditCard,
    tabs: [
      { label: 'Usage', href: paths.usage() },
      { label: 'Invoices', href: paths.invoices(), ...ofBills },
      { label: 'Payment', href: paths.payment(), ...ofBills },
      { label: 'Prices', href: paths.prices() },
      { label: 'Budgets and limits', href: paths.usage({ tab: 'limits' }) },
    ],
  },
  {
    id: 'people',
    label: 'People',
    Icon: Users,
    tabs: [
      { label: 'People', href: paths.people(), ...ofPeople },
      { label: 'Roles', href: paths.people({ tab: 'roles' }), ...ofPeople },
      { label: 'API keys', href: paths.people({ tab: 'keys' }), permission: 'people.manage' },
      { label: 'Notifications', href: paths.notifications(), ...ofPeople },
    ],
  },
];

const forAdministrators: readonly Place[] = [
  {
    id: 'customers',
    label: 'Customers',
    Icon: Contact,
    isAdministration: true,
    tabs: [{ label: 'Customers', href: paths.customers(), ...administration }],
  },
  {
    id: 'prices',
    label: 'Prices and bonuses',
    Icon: SlidersHorizontal,
    isAdministration: true,
    tabs: [
      { label: 'Pricing', href: paths.pricing(), ...administration },
      { label: 'Bonus', href: paths.bonus(), ...administration },
    ],
  },
  {
    id: 'access-keys',
    label: 'Access Keys',
    Icon: KeyRound,
    isAdministration: true,
    tabs: [{ label: 'Access Keys', href: paths.accessKeys(), ...administration }],
  },
  {
    id: 'audit',
    label: 'Audit',
    Icon: ScrollText,
    isAdministration: true,
    tabs: [{ label: 'Audit', href: paths.audit(), ...administration }],
  },
  {
    id: 'platform',
    label: 'Platform',
    Icon: Server,
    isAdministration: true,
    tabs: [
      { label: 'Platform', href: paths.platform(), ...administration },
      { label: 'Identity providers', href: paths.identityProviders(), ...administration },
    ],
  },
];

/** Entries of the menu under the user's name. */
export const ownPages: readonly PlaceTab[] = [
  { label: 'Profile', href: paths.profile() },
  { label: 'API keys', href: keyPaths.list() },
  { label: 'Notifications', href: paths.notifications({ of: 'me' }) },
];

/**
 * Returns the places of the console that the user may see, each with the tabs that they may open. Services of other
 * vendors follow those that ship with the platform.
 */
export function placesFor(auth: AuthState, services: readonly Service[] = []): Place[] {
  const shipped: readonly string[] = [functions.id, content.id];
  const others = services
    .map((service) => servicePlace(service, Boxes))
    .filter(({ id }) => !shipped.includes(id));
  return [overview, functions, content, ...others, ...afterServices, ...forAdministrators].flatMap(
    ({ tabs: all, ...place }) => {
      const [first, ...tabs] = visibleEntries(all, auth);
      return first ? [{ ...place, tabs: [first, ...tabs] }] : [];
    },
  );
}

function servicePlace({ id, name }: { id: string; name: string }, Icon: IconType): Place {
  const href = paths.service(id);
  return { id: href as `/${string}`, label: name, Icon, tabs: [{ label: name, href, ...reading }] };
}
