import { getDomainConfig, WINDOW_HOST_HEADER } from '@atrium/contract/accounts/domain-config';
import { DASHBOARD_PATH, toPathHere } from '@atrium/contract/accounts/safe-path';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { setSignInDestination } from '../../api/sign-in-destination.ts';
import { isOfConsole } from '../../layout/access.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { noteSignedInByLink } from './signed-in-by-link.ts';
import { VisitorCard } from './VisitorCard.tsx';

/** Tokens are valid for one use: each is tried once, however often React mounts the page. */
const attempts = new Map<string, Promise<void>>();

async function signInWith(token: string): Promise<void> {
  const { defaultPath } = await call(
    getDomainConfig,
    {},
    {
      headers: { [WINDOW_HOST_HEADER]: window.location.hostname },
    },
  );
  // Set before the sign-in: its response makes the guard reroute at once.
  const destination = toPathHere(defaultPath) ?? DASHBOARD_PATH;
  setSignInDestination(destination);
  let isLeaving = false;
  try {
    const { userId } = await session().loginWithToken(token);
    noteSignedInByLink(userId);
    // This page stays until the other one is there, and must not go on to the dashboard meanwhile.
    isLeaving = !isOfConsole(destination);
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
