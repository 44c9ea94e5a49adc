import { getDomainConfig, WINDOW_HOST_HEADER } from '@atrium/contract/accounts/domain-config';
import { DASHBOARD_PATH, toPathHere } from '@atrium/contract/accounts/safe-path';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { setSignInDestination } from '../../api/sign-in-destination.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { noteSignedInByLink } from './signed-in-by-link.ts';
import { VisitorCard } from './VisitorCard.tsx';

/** Tokens are valid for one use: each is tried once, however often React mounts the page. */
const attempts = new Map<string, Promise<void>>();

/** An operator may redirect users to other programs of the host. */
const OF_CONSOLE = /^\/(console|index)?([/?#]|$)/;

async function signInWith(token: string): Promise<void> {
  const { defaultPath } = await call(
    getDomainConfig,
    {},
    {
      headers: { [WINDOW_HOST_HEADER]: window.location.hostname },
    },
  );
  // Set before the sign-in: its response makes the guard redirect immediately.
  const path = toPathHere(defaultPath) ?? DASHBOARD_PATH;
  const isElsewhere = !OF_CONSOLE.test(path);
  // Prevents the guard from redirecting while the browser navigates to a page outside the router.
  const here = window.location.pathname + window.location.search;
  setSignInDestination(isElsewhere ? here : path);
  let isLeaving = false;
  try {
    const { userId } = await session().loginWithToken(token);
    noteSignedInByLink(userId);
    isLeaving = isElsewhere;
    if (isLeaving) window.location.replace(path);
  } finally {
    if (!isLeaving) setSignInDestination(undefined);
  }
}

export function SingleSignOnPage({ token }: { token?: string | undefined }) {
  const [error, setError] = useState<unknown>(
    token ? null : new Error('This sign-in link is incomplete. Open it again from where you got it.'),
  );

  useEffect(() => {
    if (!token) return undefined;
    let isShown = true;
    const attempt = attempts.get(token) ?? signInWith(token);
    attempts.set(token, attempt);
    attempt.catch((thrown: unknown) => {
      if (isShown) setError(thrown);
    });
    return () => {
      isShown = false;
    };
  }, [token]);

  return (
    <VisitorCard
      title="Login"
      footer={error !== null && <AppLink href={paths.login()}>Back to login</AppLink>}
    >
      {error === null ? <Spinner label="Signing in …" isLabelShown /> : <ErrorAlert error={error} />}
    </VisitorCard>
  );
}
