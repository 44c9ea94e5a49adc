import type { Invoice } from '@atrium/contract/billing/invoice';
import { formatCents } from '@atrium/contract/billing/money';
import { keyPaths } from '@atrium/contract/key-paths';
import type { Service } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { type AuthState, mayDo } from '../../api/auth-state.ts';
import { askToLogOut } from '../../layout/log-out.ts';
import { paths } from '../../paths.ts';
import type { SearchEntry } from './search-matches.ts';

/** Actions available everywhere, filtered by permission, and pages and dialogs without a place of their own. */
export function listActions(
  auth: AuthState,
  services: readonly Service[],
  invoices: readonly Invoice[],
): SearchEntry[] {
  return [
    ...when(mayDo(auth, 'configuration.write'), {
      label: 'New function',
      target: { href: paths.service(SHIPPED_SERVICES.hyperDispatch.id, { create: 'function' }) },
    }),
    ...when(mayDo(auth, 'people.manage'), {
      label: 'Invite a person',
      synonyms: 'team member colleague user',
      target: { href: paths.people() },
    }),
    ...when(mayDo(auth, 'billing.pay'), {
      label: 'Add budget',
      synonyms: 'limit cap spending alert',
      target: { href: paths.usage({ tab: 'limits' }) },
    }),
    ...when(true, {
      label: 'System status',
      synonyms: 'health uptime down outage cloud services',
      target: { dialog: 'system-status' },
    }),
    ...when(true, {
      label: 'Import progress',
      synonyms: 'running work status',
      target: { dialog: 'import-progress' },
    }),
    ...services.flatMap(({ id, name }) =>
      when(mayDo(auth, 'configuration.read'), {
        label: `Versions of ${name}`,
        synonyms: 'rollback restore revert undo',
        target: { href: paths.service(id, { tab: 'versions' }) },
      }),
    ),
    ...invoices
      .filter(({ paid }) => !paid && mayDo(auth, 'billing.pay'))
      .map(({ id, invoiceId, amount }) => ({
        id: `pay ${id}`,
        label: `Pay invoice ${invoiceId}`,
        hint: formatCents(amount),
        target: { href: paths.invoiceDetails(id) },
      })),
    ...when(mayDo(auth, 'tests.run'), {
      label: 'Run tests',
      synonyms: 'start check',
      target: { href: paths.runTests() },
    }),
    ...when(mayDo(auth, 'billing.pay'), {
      label: 'Add a card',
      synonyms: 'credit payment',
      target: { href: paths.payment() },
    }),
    ...when(true, {
      label: 'New API key',
      synonyms: 'token secret curl',
      target: { href: keyPaths.list() },
    }),
    ...when(true, {
      label: 'Keyboard shortcuts',
      synonyms: 'keys help ?',
      target: { dialog: 'keys' },
    }),
    { id: 'Sign out', label: 'Sign out', target: { act: askToLogOut } },
  ];
}

function when(isOffered: boolean, entry: Omit<SearchEntry, 'id'>): SearchEntry[] {
  return isOffered ? [{ id: entry.label, ...entry }] : [];
}
