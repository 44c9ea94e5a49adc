import type { Permission } from '@atrium/contract/permissions';
import { type AuthState, mayDo } from '../api/auth-state.ts';
import { paths } from '../paths.ts';

/** Visibility condition of an entry. */
export interface Condition {
  isAdminOnly?: boolean;
  permission?: Permission;
}

export interface NavigationEntry extends Condition {
  label: string;
  href: string;
}

/** Dialogs that the navigation opens over any page. */
export type ShellDialogName =
  | 'system-status'
  | 'git-push'
  | 'upload'
  | 'import-progress'
  | 'import-logs'
  | 'search'
  | 'keys'
  | 'undo-version'
  | 'work';

/** The product's name; it labels the Home entry. */
export const PRODUCT_NAME = 'Atrium';

/** The landing page's menu, for visitors. */
export const landingEntries: readonly NavigationEntry[] = [
  { label: 'Prices', href: paths.publicPrices() },
  { label: 'Terms and Conditions', href: paths.publicTerms() },
  { label: 'Console', href: paths.dashboard() },
];

/** Returns the entries that a user may see. */
export function visibleEntries<Entry extends Condition>(entries: readonly Entry[], auth: AuthState): Entry[] {
  return entries.filter(
    ({ isAdminOnly, permission }) => (auth.isAdmin || !isAdminOnly) && mayDo(auth, permission),
  );
}
