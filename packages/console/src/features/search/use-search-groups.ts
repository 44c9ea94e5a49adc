import { fullName } from '@atrium/contract/accounts/full-name';
import { keyPaths } from '@atrium/contract/key-paths';
import type { Service } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { ownPages, placesFor } from '../../layout/places.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { peopleQuery } from '../accounts/public.ts';
import { articleTextsQuery, gettingStartedQuery } from '../articles/public.ts';
import { monthAndYear, periodsQuery } from '../billing/public.ts';
import { functionOf, liveFilesQuery, servicesQuery } from '../services/public.ts';
import { foundRunsQuery } from '../test-runs/public.ts';
import { listActions } from './search-actions.ts';
import type { SearchGroup } from './search-matches.ts';

const RUN_DAYS = 30;
const DAY_MS = 86_400_000;

/** Stable empty list while services load, so that derived values keep their identity. */
const NO_SERVICES: readonly Service[] = [];

/** Other words for pages and dialogs, by address. */
const SYNONYMS: Record<string, string> = {
  [paths.dashboard()]: 'home dashboard start activity',
  [paths.service(SHIPPED_SERVICES.hyperDispatch.id)]:
    'hyper dispatch code endpoint api deploy log logs errors secret schedule cron webhook',
  [paths.service(SHIPPED_SERVICES.content.id)]: 'data database collections entries records tables schema',
  [paths.gitPull()]: 'git config pull import repository github gitlab branch merge compare diff deploy',
  [paths.changes('push')]: 'git config push export repository github gitlab branch commit',
  [paths.changes('connections')]: 'git repository github gitlab deploy key token ssh password remote',
  [paths.changes('upload')]: 'upload file import json',
  [paths.changes('versions')]: 'history rollback restore revert undo backup return release',
  [paths.changes('log')]: 'import logs history changes audit',
  [paths.runTests()]: 'run tests test runner check start',
  [paths.testRunnerDashboard()]: 'test run dashboard results failures reports',
  [paths.testRunnerDashboard({ view: 'history' })]: 'tests flaky slow quarantine trend heat map',
  [paths.testRunnerDashboard({ view: 'timetable' })]: 'tests timetable schedule nightly cron automatic',
  [paths.notifications()]: 'alert alerts notice notices slack teams discord webhook mail domain quiet digest',
  [paths.notifications({ of: 'me' })]:
    'my alert alerts notice notices mail email slack teams discord webhook quiet digest',
  [paths.usage()]: 'bill cost costs spending forecast free tier',
  [paths.usage({ tab: 'limits' })]: 'cap spending quota',
  [paths.invoices()]: 'bill bills receipt payment overdue pdf',
  [paths.payment()]: 'payment info information credit card address vat billing bill',
  [paths.prices()]: 'cost costs pricing plan',
  [paths.profile()]:
    'password email theme dark sessions devices mfa two-factor passkey account close delete data export',
  [keyPaths.list()]: 'api key keys token secret curl program automation',
  [paths.people()]: 'team members users invite domain colleagues child sso single sign-on',
  [paths.people({ tab: 'roles' })]: 'rights permissions access team',
  [paths.people({ tab: 'keys' })]: 'tokens secrets revoke programs access team',
  [paths.activity()]: 'log logs audit history changes security events',
  [paths.customers()]: 'accounts impersonate support lock credit',
  [paths.pricing()]: 'prices rules',
  [paths.bonus()]: 'free tier credit discount',
  [paths.accessKeys()]: 'api key token secret',
  [paths.identityProviders()]: 'sso single sign-on oidc openid login domain',
  [paths.audit()]: 'log security events history',
  [paths.platform()]: 'backup restore queue jobs database processes operations',
};

interface SearchGroups {
  groups: SearchGroup[];
  isLoading: boolean;
  /** Groups that failed to load and are not searched. */
  failed: string | undefined;
}

/** Groups of everything that the user may search; loaded when the search opens. */
export function useSearchGroups(): SearchGroups {
  const auth = useAuth();
  const [openedOn] = useState(() => Date.now());
  const from = new Date(openedOn - RUN_DAYS * DAY_MS).toISOString();
  const mayReadFiles = mayDo(auth, 'configuration.read');
  const services = useQuery(servicesQuery());
  const known = services.data?.services ?? NO_SERVICES;
  const files = useQueries({
    queries: known.map(({ id }) => ({ ...liveFilesQuery(id), enabled: mayReadFiles })),
    combine: together,
  });
  const runs = useQuery({
    ...foundRunsQuery(from, new Date(openedOn).toISOString()),
    enabled: mayDo(auth, 'tests.read'),
  });
  const invoices = useQuery({ ...periodsQuery(), enabled: mayDo(auth, 'billing.read') });
  const people = useQuery({ ...peopleQuery(), enabled: mayDo(auth, 'people.read') });
  const articles = useQuery(gettingStartedQuery());
  const texts = useQuery(articleTextsQuery());

  const groups = useMemo(
    (): SearchGroup[] => [
      {
        label: 'Pages and actions',
        entries: [
          ...placesFor(auth, services.data?.services).flatMap(({ label: place, tabs }) =>
            tabs.map(({ label, href }) => ({
              id: href,
              label,
              synonyms: SYNONYMS[href],
              ...(place !== label && { hint: place }),
              target: { href },
            })),
          ),
          ...ownPages.map(({ label, href }) => ({
            id: href,
            label,
            synonyms: SYNONYMS[href],
            target: { href },
          })),
          ...listActions(auth, known, invoices.data?.content ?? []),
        ],
      },
      {
        label: 'Functions',
        entries: known.flatMap(({ id, name: hint }, index) =>
          (files.data[index]?.files ?? []).flatMap((file) => {
            const name = functionOf(file);
            if (name === undefined) return [];
            const target = { href: paths.service(id, { function: name }) };
            return [{ id: `${id}/${name}`, label: name, hint, target }];
          }),
        ),
      },
      {
        label: 'Test runs',
        entries: (runs.data ?? []).map(({ runId, startedAt, status }) => ({
          id: runId,
          label: formatDateTime(startedAt),
          hint: status,
          target: { href: paths.testRunnerDashboard({ runId }) },
        })),
      },
      {
        label: 'Invoices',
        entries: (invoices.data?.content ?? []).map(({ id, invoiceId, period }) => ({
          id,
          label: invoiceId,
          hint: monthAndYear(period.start),
          target: { href: paths.invoiceDetails(id) },
        })),
      },
      {
        label: 'People',
        entries: (people.data ?? []).map(({ userId, username, email, ...names }) => ({
          id: userId,
          label: `${fullName(names)} (${username})`,
          hint: email,
          target: { href: paths.people() },
        })),
      },
      {
        label: 'Articles',
        entries: (articles.data ?? []).map(({ id, title, description }) => ({
          id,
          label: title,
          synonyms: `${description} ${texts.data?.find((each) => each.id === id)?.text ?? ''}`,
          target: { href: paths.article(id) },
        })),
      },
    ],
    [
      auth,
      services.data,
      known,
      files.data,
      runs.data,
      invoices.data,
      people.data,
      articles.data,
      texts.data,
    ],
  );
  const sources = { services, 'test runs': runs, invoices, people, articles, 'texts of articles': texts };
  const failed = [
    ...Object.entries(sources)
      .filter(([, { isError }]) => isError)
      .map(([name]) => name),
    ...known.filter((_, index) => files.failures[index]).map(({ name }) => `functions of ${name}`),
  ];
  return {
    groups,
    isLoading: [...Object.values(sources), files].some(({ isLoading }) => isLoading),
    failed:
      failed.length === 0
        ? undefined
        : `Not searched, because they could not be loaded: ${failed.join(', ')}.`,
  };
}

function together<Returned>(queries: UseQueryResult<Returned>[]) {
  return {
    data: queries.map(({ data }) => data),
    isLoading: queries.some(({ isLoading }) => isLoading),
    failures: queries.map(({ isError }) => isError),
  };
}
