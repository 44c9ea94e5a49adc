import { fullName } from '@atrium/contract/accounts/full-name';
import type { Service } from '@atrium/contract/services/service';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { mapFor } from '../../layout/map.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { peopleQuery } from '../accounts/public.ts';
import { gettingStartedQuery } from '../articles/public.ts';
import { monthAndYear, periodsQuery } from '../billing/public.ts';
import { functionOf, liveFilesQuery, servicesQuery } from '../services/public.ts';
import { foundRunsQuery } from '../test-runs/public.ts';
import { listActions } from './search-actions.ts';
import type { SearchGroup } from './search-matches.ts';

const RUN_DAYS = 30;
const DAY_MS = 86_400_000;

/** Stable empty list while services load, so that derived values keep their identity. */
const NO_SERVICES: readonly Service[] = [];

/** Synonyms by the label of their page. */
const SYNONYMS: Record<string, string> = {
  Overview: 'home dashboard start activity',
  'System status': 'health uptime down outage cloud services',
  Functions: 'code endpoint api hyper dispatch deploy log logs errors',
  Content: 'data database collections entries records tables schema',
  'Git Config Pull': 'import repository github gitlab branch merge compare diff deploy',
  'Git Config Push': 'export repository github gitlab branch commit',
  'Upload file': 'import json',
  Versions: 'history rollback restore revert undo backup return',
  'Import progress': 'running work status',
  'Import logs': 'history changes audit',
  'Run Tests': 'test runner check timetable schedule',
  'Test Run Dashboard': 'results failures flaky reports notices',
  Usage: 'bill cost costs budget cap spending limits quota forecast free tier',
  Invoices: 'bill bills receipt payment overdue pdf',
  'Payment info': 'credit card address vat billing bill',
  Prices: 'cost costs pricing plan',
  Profile:
    'password email theme dark sessions devices mfa two-factor passkey account close delete data export',
  'Your access keys': 'api key keys token secret curl program automation',
  People: 'team members users invite roles permissions domain colleagues child',
  Activity: 'log logs audit history changes security events',
  Customers: 'accounts impersonate support lock credit',
  Pricing: 'prices rules',
  Bonus: 'free tier credit discount',
  'Access Keys': 'api key token secret',
  'Identity providers': 'sso single sign-on oidc openid login domain',
  Audit: 'log security events history',
  Platform: 'backup restore queue jobs database processes operations',
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

  const groups = useMemo(
    (): SearchGroup[] => [
      {
        label: 'Pages and actions',
        entries: [
          ...mapFor(auth, services.data?.services).flatMap(({ label: group, entries }) =>
            entries.map(({ label, Icon: _Icon, ...target }) => ({
              id: 'href' in target ? target.href : target.dialog,
              label,
              synonyms: SYNONYMS[label],
              ...(group !== undefined && { hint: group }),
              target,
            })),
          ),
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
        entries: (articles.data ?? []).map(({ id, title }) => ({
          id,
          label: title,
          target: { href: paths.article(id) },
        })),
      },
    ],
    [auth, services.data, known, files.data, runs.data, invoices.data, people.data, articles.data],
  );
  const sources = { services, 'test runs': runs, invoices, people, articles };
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
