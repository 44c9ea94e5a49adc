import { ApiError } from '@atrium/contract/api-error';
import type { Permission } from '@atrium/contract/permissions';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { session, useAuth } from '../api/session.ts';
import { signInDestination } from '../api/sign-in-destination.ts';
import type { Search } from '../lib/search-params.ts';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { decideAccess, type PageAccess } from './access.ts';
import { outlines } from './outlines.ts';

interface GuardProps {
  access: PageAccess;
  permission?: Permission | undefined;
  /** Runs before a redirect, for actions in the page's address. Must keep its identity between renders. */
  beforeRedirect?: ((search: Search) => Promise<void>) | undefined;
  children: ReactNode;
}

/** Renders a page for users with access to it. Follows the sign-in state: the page closes when access ends. */
export function Guard({ access, permission, beforeRedirect, children }: GuardProps) {
  const auth = useAuth();
  const router = useRouter();
  // The router's own location: the guard re-renders with each page, so it needs no subscription.
  const decision = decideAccess(auth, {
    access,
    permission,
    href: router.state.location.href,
    destination: signInDestination(),
  });
  const target = decision.kind === 'redirect' ? decision.href : undefined;

  useEffect(() => {
    if (target === undefined) return undefined;
    const leave = () => void router.navigate({ href: target, replace: true });
    if (!beforeRedirect) {
      leave();
      return undefined;
    }
    // Don't redirect a user who has navigated elsewhere in the meantime.
    let isHere = true;
    void beforeRedirect(router.state.location.search as Search).then(() => isHere && leave());
    return () => {
      isHere = false;
    };
  }, [router, target, beforeRedirect]);

  if (decision.kind === 'show') return children;
  if (auth.trouble === 'away' || auth.trouble === 'asking') {
    return (
      <ErrorAlert
        error={new ApiError(0, undefined)}
        onRetry={() => session().tryAgain()}
        isRetrying={auth.trouble === 'asking'}
      />
    );
  }
  const outline = outlines.get(router.state.location.pathname);
  if (outline && decision.kind === 'wait') return outline;
  return (
    <div className="flex min-h-[50vh] items-center justify-center">
      <Spinner size={32} label="Loading" />
    </div>
  );
}
