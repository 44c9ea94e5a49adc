import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useAuth } from '../api/session.ts';
import { IdentityQuestion } from '../features/accounts/IdentityQuestion.tsx';
import { ResetLinkQuestion } from '../features/accounts/ResetLinkQuestion.tsx';
import { SignedInByLink } from '../features/accounts/SignedInByLink.tsx';
import { gettingStartedQuery } from '../features/articles/article.queries.ts';
import { usageQuery, virtualCashQuery } from '../features/billing/billing.queries.ts';
import { userPricesQuery } from '../features/pricing/price-list.queries.ts';
import { serviceHealthQuery, servicesQuery } from '../features/services/service.queries.ts';
import { SignOutQuestion } from '../layout/SignOutQuestion.tsx';
import { useKeptUntilSignOut } from '../layout/use-kept-until-sign-out.ts';
import { useLiveConnection } from '../layout/use-live-connection.ts';
import { usePagesAhead } from '../layout/use-pages-ahead.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useLiveReading } from './use-live-reading.ts';

// Few users impersonate others, so load this on demand.
const ActingBanner = lazyPart(
  async () => (await import('../features/customers/ActingBanner.tsx')).ActingBanner,
);

/**
 * Background work for signed-in users: loads usage, articles, services (then their health and the user prices) and
 * virtual cash (specification, section 4), follows live events, preloads pages behind hovered links, opens the
 * identity confirmation and the sign-out question, and deletes cached data afterwards. Failures stay in the query
 * cache as named errors, and each panel shows its own.
 */
export function SignedInWork() {
  const { user } = useAuth();
  const client = useQueryClient();
  useKeptUntilSignOut();
  useLiveConnection();
  useLiveReading();
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

  return (
    <>
      {user?.actor !== undefined && (
        <Suspense fallback={null}>
          <ActingBanner />
        </Suspense>
      )}
      <SignedInByLink />
      <IdentityQuestion />
      <ResetLinkQuestion />
      <SignOutQuestion />
    </>
  );
}
