import type { Permission } from '@atrium/contract/permissions';
import { type AuthState, mayDo } from '../api/auth-state.ts';
import { paths } from '../paths.ts';

/** Who sees an entry. */
interface Condition {
  isAdminOnly?: boolean;
  permission?: Permission;
}

export interface NavigationEntry extends Condition {
  label: string;
  href: string;
}

/** The product's name; it labels the Home entry. */
export const PRODUCT_NAME = 'Atrium';

/** The top navigation, without the settings dropdown (specification, section 2). */
export const topEntries: readonly NavigationEntry[] = [
  { label: PRODUCT_NAME, href: paths.dashboard() },
  { label: 'Usage', href: paths.usage() },
  { label: 'Payment info', href: paths.payment(), permission: 'billing.read' },
  { label: 'Prices', href: paths.prices() },
  { label: 'Test Run Dashboard', href: paths.testRunnerDashboard(), permission: 'tests.read' },
  { label: 'Pricing', href: paths.pricing(), isAdminOnly: true },
  { label: 'Bonus', href: paths.bonus(), isAdminOnly: true },
];

/** Dialogs that the settings dropdown opens over any page. */
export type ShellDialogName = 'system-status' | 'git-push' | 'upload' | 'import-progress' | 'import-logs';

export type SettingsEntry = Condition & { label: string } & ({ href: string } | { dialog: ShellDialogName });

export const settingsEntries: readonly SettingsEntry[] = [
  { label: 'System status', dialog: 'system-status' },
  { label: 'Access Keys', href: paths.accessKeys(), isAdminOnly: true },
  { label: 'Git Config Pull', href: paths.gitPull(), permission: 'configuration.exchange' },
  { label: 'Git Config Push', dialog: 'git-push', permission: 'configuration.exchange' },
  { label: 'Run Tests', href: paths.runTests(), permission: 'tests.run' },
  { label: 'Upload file', dialog: 'upload', permission: 'configuration.write' },
  { label: 'Import progress', dialog: 'import-progress' },
  { label: 'Import logs', dialog: 'import-logs' },
];

/** The landing page's menu, for visitors. */
export const landingEntries: readonly NavigationEntry[] = [
  { label: 'Prices', href: paths.publicPrices() },
  { label: 'Terms and Conditions', href: paths.publicTerms() },
  { label: 'Console', href: paths.dashboard() },
];

/** Entries a person may see. */
export function visibleEntries<Entry extends Condition>(entries: readonly Entry[], auth: AuthState): Entry[] {
  return entries.filter(
    ({ isAdminOnly, permission }) => (auth.isAdmin || !isAdminOnly) && mayDo(auth, permission),
  );
}
