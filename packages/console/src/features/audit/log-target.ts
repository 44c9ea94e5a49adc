import type { LogEntry } from '@atrium/contract/audit/log';
import { keyPaths } from '@atrium/contract/key-paths';
import type { Permission } from '@atrium/contract/permissions';
import { type AuthState, mayDo } from '../../api/auth-state.ts';
import { paths } from '../../paths.ts';

interface LogTarget {
  label: string;
  href: string;
}

/** Returns the page of a log entry's object; undefined if there is none that the user may open. */
export function logTarget(
  entry: Pick<LogEntry, 'action' | 'message'>,
  auth: AuthState,
): LogTarget | undefined {
  const serviceId = serviceOf(entry);
  if (serviceId !== undefined) {
    if (!mayDo(auth, 'configuration.read')) return undefined;
    return { label: 'Versions', href: paths.service(serviceId, { tab: 'versions' }) };
  }
  const [area = ''] = entry.action.split('.');
  const page = PEOPLE_ACTIONS.has(entry.action) ? PAGES.role : PAGES[area];
  if (page === undefined || !mayDo(auth, page.permission)) return undefined;
  return { label: page.label, href: page.href() };
}

/** Entries about files begin with the service whose they are: `hyper-dispatch: Round down`. */
function serviceOf({ action, message }: Pick<LogEntry, 'action' | 'message'>): string | undefined {
  return action.startsWith('configuration.') ? /^([a-z0-9-]+): /.exec(message)?.[1] : undefined;
}

interface Page {
  label: string;
  href: () => string;
  permission?: Permission;
}

const payment: Page = { label: 'Payment info', href: paths.payment, permission: 'billing.read' };
const invoices: Page = { label: 'Invoices', href: paths.invoices, permission: 'billing.read' };
const limits: Page = { label: 'Budgets and limits', href: () => paths.usage({ tab: 'limits' }) };
const profile: Page = { label: 'Profile', href: paths.profile };
const people: Page = { label: 'People', href: paths.people, permission: 'people.read' };
const keys: Page = { label: 'API keys', href: keyPaths.list };
const tests: Page = {
  label: 'Test Run Dashboard',
  href: () => paths.testRunnerDashboard(),
  permission: 'tests.read',
};

const notifications: Page = { label: 'Notifications', href: () => paths.notifications() };

/** Pages by the first word of the action. */
const PAGES: Readonly<Record<string, Page>> = {
  account: profile,
  address: payment,
  addresses: payment,
  'automatic-payment': payment,
  budget: limits,
  card: payment,
  cards: payment,
  credit: payment,
  invoice: invoices,
  limits,
  notifications,
  'own-key': keys,
  page: profile,
  role: people,
  'test-runs': tests,
};

const PEOPLE_ACTIONS: ReadonlySet<string> = new Set([
  'account.accept-invitation',
  'account.give-roles',
  'account.invite',
  'account.invite-again',
  'account.join',
  'account.remove',
]);
