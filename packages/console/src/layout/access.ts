import { DASHBOARD_PATH, safeNextPath } from '@atrium/contract/accounts/safe-path';
import type { Permission } from '@atrium/contract/permissions';
import { type AuthState, mayDo } from '../api/auth-state.ts';
import { paths } from '../paths.ts';

/** Access levels of pages (specification, section 2); null is open to everyone. */
export type PageAccess = 'PUBLIC' | 'AUTHENTICATED' | 'ADMIN_ONLY' | null;

export type AccessDecision = { kind: 'show' } | { kind: 'wait' } | { kind: 'redirect'; href: string };

interface Visit {
  access: PageAccess;
  /** Permission required beyond a sign-in. */
  permission?: Permission | undefined;
  /** Path with its query, as in the address bar. */
  href: string;
  /** Destination of a sign-in in progress; takes precedence over `next`. */
  destination?: string | undefined;
}

/** Returns the guard's decision about a visit. */
export function decideAccess(
  auth: AuthState,
  { access, permission, href, destination }: Visit,
): AccessDecision {
  if (access === null) return { kind: 'show' };
  if (!auth.isReady) return { kind: 'wait' };
  if (access === 'PUBLIC') {
    if (!auth.isAuthenticated) return { kind: 'show' };
    return { kind: 'redirect', href: destination ?? afterSignIn(href) };
  }
  if (!auth.isAuthenticated) {
    return { kind: 'redirect', href: paths.login(auth.hasLoggedOut ? {} : { next: href }) };
  }
  if ((access === 'ADMIN_ONLY' && !auth.isAdmin) || !mayDo(auth, permission))
    return { kind: 'redirect', href: paths.unauthorized() };
  return { kind: 'show' };
}

/** The decoded `next` of a login page; the dashboard for every other page that is for visitors only. */
function afterSignIn(href: string): string {
  const [path, query = ''] = href.split('?');
  if (path !== paths.login()) return DASHBOARD_PATH;
  return safeNextPath(new URLSearchParams(query).get('next'));
}
