import { paths } from '../paths.ts';
import { type Condition, type NavigationEntry, PRODUCT_NAME, type ShellDialogName } from './navigation.ts';

// Separate from the entries for visitors, so that the sign-in page doesn't load them.

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
