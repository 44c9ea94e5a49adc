import { DASHBOARD_PATH } from '@atrium/contract/accounts/safe-path';
import type { ProviderReturn } from '@atrium/widget';
import { Suspense, useEffect, useState } from 'react';
import { currentToken, session, useAuth } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { VisitorCard } from '../VisitorCard.tsx';
import { isConnection } from './connection.ts';

const SecondStep = lazyPart(async () => (await import('../second-factor/SecondStep.tsx')).SecondStep);

/** A provider's response is valid once, so each is tried once, however often React mounts the page. */
const attempts = new Map<string, Promise<ProviderReturn>>();

function attemptOf(query: string): Promise<ProviderReturn> {
  const attempt = attempts.get(query) ?? (isConnection(query) ? connect(query) : signIn(query));
  attempts.set(query, attempt);
  return attempt;
}

async function signIn(query: string): Promise<ProviderReturn> {
  return (await session().secondStep()).loginWithProvider(query);
}

/** Connects the provider to the signed-in user, who stays signed in. */
async function connect(query: string): Promise<ProviderReturn> {
  const { finishConnecting } = await import('./finish-connection.ts');
  await finishConnecting(query);
  return { next: paths.profile(), enter: () => {} };
}

/**
 * Redirect target of identity providers. The next page is loaded from scratch: another user may have been signed in
 * before.
 */
export function ProviderReturnPage() {
  const [error, setError] = useState<unknown>(null);
  const [waiting, setWaiting] = useState<ProviderReturn & { tokenBefore: string | undefined }>();
  const { token } = useAuth();
  const [isConnecting] = useState(() => isConnection(window.location.search));
  const isDone = waiting !== undefined && token !== undefined && token !== waiting.tokenBefore;

  useEffect(() => {
    let isShown = true;
    attemptOf(window.location.search).then(
      (back) => {
        if (!isShown) return;
        if (back.step) return setWaiting({ ...back, tokenBefore: currentToken() });
        back.enter();
        window.location.replace(back.next);
      },
      (thrown: unknown) => isShown && setError(thrown),
    );
    return () => {
      isShown = false;
    };
  }, []);

  useEffect(() => {
    if (isDone) window.location.replace(waiting?.next ?? DASHBOARD_PATH);
  }, [isDone, waiting?.next]);

  if (waiting?.step && !isDone && error === null) {
    return (
      <VisitorCard title={waiting.step.mustSetUp ? 'Add a second factor' : 'Confirm that it is you'}>
        <Suspense fallback={<Spinner />}>
          <SecondStep
            step={waiting.step}
            onBack={(message) => setError(new Error(message ?? 'The sign-in was not completed.'))}
          />
        </Suspense>
      </VisitorCard>
    );
  }
  return (
    <VisitorCard
      title={isConnecting ? 'Connect a provider' : 'Login'}
      footer={
        error !== null &&
        (isConnecting ? (
          <AppLink href={paths.profile()}>Back to the profile</AppLink>
        ) : (
          <AppLink href={paths.login()}>Back to login</AppLink>
        ))
      }
    >
      {error === null ? (
        <Spinner label={isConnecting ? 'Connecting …' : 'Signing in …'} isLabelShown />
      ) : (
        <ErrorAlert error={error} />
      )}
    </VisitorCard>
  );
}
