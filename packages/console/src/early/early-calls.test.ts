import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { afterEach, expect, test, vi } from 'vitest';
import { connectWidget, type WidgetElement } from '../api/session.ts';
import { readOverview } from '../features/dashboard/read-overview.ts';
import { userPricesQuery } from '../features/pricing/price-list.queries.ts';
import { queryClient } from '../layout/WithQueries.tsx';
import { earlyCalls } from './early-calls.ts';

const now = new Date('2026-11-23T10:00:00.123Z');
const userWith = (firstSteps: string, permissions: readonly string[] = PERMISSIONS) =>
  ({
    userId: 'ada',
    username: 'ada',
    roles: [],
    permissions,
    params: { firstSteps },
  }) as unknown as SignedInResponse['user'];
const lineOf = (method?: string, path?: unknown, body?: unknown) =>
  `${method} ${String(path)} ${String(body)}`;

const services = Object.values(SHIPPED_SERVICES).map(({ id }) => ({
  id,
  health: { be: `/services/${id}/health`, fe: null },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient().clear();
});

function signIn(user: SignedInResponse['user']): void {
  const widget = Object.assign(new EventTarget(), {
    start: () => undefined,
    session: { hasLoggedOut: false },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const tell = (name: string, detail: object) => widget.dispatchEvent(new CustomEvent(name, { detail }));
  tell('access-granted', { token: 't', userId: user.userId });
  tell('user-data-loaded', user);
}

/** Requests of the overview, as lines, and of the prices that the console reads with any page. */
async function linesSent(user: SignedInResponse['user']): Promise<string[]> {
  signIn(user);
  const lines: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    lines.push(lineOf(method, path, body));
    return Response.json({ services, status: 'UP', tag: null, commit: null, build_date: null });
  });
  await readOverview(now);
  await queryClient().prefetchQuery(userPricesQuery());
  return lines.sort();
}

const linesAsked = (user: SignedInResponse['user']) =>
  earlyCalls(user, 'overview', now)
    .map(({ method, path, body }) => lineOf(method, path, body && JSON.stringify(body)))
    .sort();

test.each([
  ['with first steps', userWith('open')],
  ['without first steps', userWith('hidden')],
  ['who may do little', userWith('open', ['tests.read'])],
])('early calls are the calls that the overview of a person %s makes', async (_, user) => {
  expect(linesAsked(user)).toEqual(await linesSent(user));
});

test('with any other page, what the console reads on each is asked for early', () => {
  const paths = earlyCalls(userWith('open'), 'any', now).map(({ path }) => path);
  expect(paths).toEqual([
    '/console/v1/billing/invoice',
    '/console/v1/virtual/cash',
    '/services',
    '/doc/v1/public/article/minimal/HOW_TO',
    '/console/v1/public/pricing',
    '/console/v1/work',
    '/services/hyper-dispatch/health',
    '/services/content/health',
  ]);
});

test('nothing is asked for early that the person may not read', () => {
  const paths = earlyCalls(userWith('open', []), 'overview', now).map(({ path }) => path);
  expect(paths).toEqual([
    '/console/v1/usage/days?month=2026-11&by=service',
    '/console/v1/consolidated/log',
    '/console/v1/limits',
    '/console/v1/billing/invoice',
    '/console/v1/virtual/cash',
    '/services',
    '/doc/v1/public/article/minimal/HOW_TO',
    '/console/v1/public/pricing',
    '/console/v1/work',
    '/services/hyper-dispatch/health',
    '/services/content/health',
  ]);
});
