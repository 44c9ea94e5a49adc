import { listBudgets } from '@atrium/contract/billing/budget';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { onLiveEvent } from '../api/live-events.ts';
import { readAgain } from '../api/read-again.ts';
import { refreshSession, useAuth } from '../api/session.ts';
import { IdentityQuestion } from '../features/accounts/IdentityQuestion.tsx';
import { SignedInByLink } from '../features/accounts/SignedInByLink.tsx';
import { gettingStartedQuery } from '../features/articles/article.queries.ts';
import { usageQuery, virtualCashQuery } from '../features/billing/billing.queries.ts';
import { userPricesQuery } from '../features/pricing/price-list.queries.ts';
import { readHealthAgain, serviceHealthQuery, servicesQuery } from '../features/services/service.queries.ts';
import { useKeptUntilSignOut } from '../layout/use-kept-until-sign-out.ts';
import { useLiveConnection } from '../layout/use-live-connection.ts';
import { usePagesAhead } from '../layout/use-pages-ahead.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// Few act as someone else: no one else loads what that needs.
const ActingBanner = lazyPart(
  async () => (await import('../features/customers/ActingBanner.tsx')).ActingBanner,
);

/** On a slow connection live events begin some time after the first reading, and what changed in between brings none. */
const OLD_MS = 3_000;

/**
 * What the console does as long as someone is signed in: it loads usage, articles, services (then their health and the user prices) and
 * virtual cash (specification, section 4), follows live events, fetches pages that someone points at, asks who it is where a call needs to
 * know, and forgets what it read afterwards. Failures stay in the query cache as named errors, and each panel shows its own.
 */
export function SignedInWork() {
  const { user } = useAuth();
  const client = useQueryClient();
  useKeptUntilSignOut();
  useLiveConnection();
  usePagesAhead();

  useEffect(() => {
    void client.prefetchQuery(usageQuery());
    void client.prefetchQuery(gettingStartedQuery());
    void client.prefetchQuery(virtualCashQuery());
    client.fetchQuery(servicesQuery()).then(
      ({ services }) => {
        void client.prefetchQuery(userPricesQuery());
        for (const service of services) void client.prefetchQuery(serviceHealthQuery(service));
      },
      () => undefined,
    );
    return () => client.clear();
  }, [client]);

  useEffect(() => {
    let hasBeenReady = false;
    return onLiveEvent(({ type }) => {
      const isMissed = type === 'ready' && hasBeenReady;
      hasBeenReady ||= type === 'ready';
      if (isMissed || type === 'health') void readHealthAgain(client);
      else if (type === 'ready') void readHealthAgain(client, OLD_MS);
      // The widget asks for the user's data anew, by which everything is shown or hidden; what is shown may be refused.
      if (type === 'roles') void refreshSession().then(() => client.invalidateQueries());
      if (isMissed || type === 'billing')
        void readAgain(client, [getUsage, getVirtualCash, listBudgets, listInvoices, getInvoice]);
    });
  }, [client]);

  return (
    <>
      {user?.actor !== undefined && (
        <Suspense fallback={null}>
          <ActingBanner />
        </Suspense>
      )}
      <SignedInByLink />
      <IdentityQuestion />
    </>
  );
}
