import type { FirstStepsState } from '@atrium/contract/accounts/user';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { session, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { freeTierOfferQuery, hasCardQuery } from '../../features/billing/billing.queries.ts';
import { listFirstSteps } from './first-steps.ts';
import { callsQuery, liveServicesQuery, recentRunsQuery } from './overview.queries.ts';

const CALL_DAYS = 90;

/** The steps that the person may take, and whether they are shown. */
export function useFirstSteps() {
  const auth = useAuth();
  const { isPending, variables, mutate, error, reset } = useChange({
    mutationFn: (firstSteps: FirstStepsState) => session().updateUser({ params: { firstSteps } }),
    // Each choice is saved, and the last one last.
    scope: { id: 'first-steps' },
  });
  const kept = auth.user?.params.firstSteps ?? 'open';
  const shown = isPending ? variables : kept;
  // Who needs no steps is asked nothing for them.
  const isOpen = shown === 'open';
  const calls = useQuery({ ...callsQuery(CALL_DAYS), enabled: isOpen && mayDo(auth, 'functions.invoke') });
  const live = useQuery({ ...liveServicesQuery(), enabled: mayDo(auth, 'configuration.read') });
  const runs = useQuery({ ...recentRunsQuery(), enabled: mayDo(auth, 'tests.read') });
  const mayPay = isOpen && mayDo(auth, 'billing.pay');
  const card = useQuery({ ...hasCardQuery(), enabled: mayPay });
  const offer = useQuery({ ...freeTierOfferQuery(), enabled: mayPay });
  const services = live.data?.services ?? [];
  const steps = listFirstSteps({
    hasCalled: (calls.data?.content.length ?? 0) > 0,
    hasChanged: services.some(({ version }) => (version ?? 0) > 1),
    hasTested: (runs.data?.length ?? 0) > 0,
    hasRepository: services.some(({ exchange }) => exchange !== null),
    hasCard: card.data === true,
    offerCents: offer.data?.cents ?? 0,
  }).filter(({ permission }) => mayDo(auth, permission));
  const all = [calls, live, runs, card, offer];
  const isLoading = isOpen && all.some((query) => query.isLoading);
  // What is not known for sure asks no one to do it again.
  const isKnown = isOpen && !isLoading && !all.some((query) => query.isError);
  const isDone = isKnown && steps.every((step) => step.isDone);
  // Whoever acts as someone else only looks.
  const isNews = isDone && !isPending && error === null && auth.user?.actor === undefined;
  useEffect(() => {
    if (isNews) mutate('done');
  }, [isNews, mutate]);
  return {
    steps,
    isLoading,
    isOpen: isKnown && !isDone,
    isHidden: shown === 'hidden',
    show: mutate,
    /** Why a choice of the person could not be kept; that all are done is noted the next time. */
    error: variables === 'done' ? null : error,
    reset,
  };
}
