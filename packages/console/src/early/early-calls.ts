import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { TogetherCall } from '@atrium/contract/call-together';
import type { Permission } from '@atrium/contract/permissions';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { dayBefore } from '../lib/day-before.ts';

type User = SignedInResponse['user'];

interface EarlyCall extends TogetherCall {
  permission?: Permission;
  /** Read with any page; others by the overview only. */
  isEverywhere?: boolean;
  /** Sent only if the first steps are shown. */
  isOfFirstSteps?: boolean;
}

/**
 * Requests of the console, and of the overview in it, as plain text: the contract's endpoints would import Zod. A test
 * compares them with the requests of the queries.
 */
export function earlyCalls(
  { username, permissions, params }: User,
  page: 'overview' | 'any',
  now: Date,
): TogetherCall[] {
  const hasFirstSteps = params.firstSteps === 'open';
  return allCalls(username, now)
    .filter(({ isEverywhere = false }) => isEverywhere || page === 'overview')
    .filter(({ permission }) => permission === undefined || permissions.includes(permission))
    .filter(({ isOfFirstSteps = false }) => hasFirstSteps || !isOfFirstSteps)
    .map(({ method, path, body }) => ({ method, path, ...(body !== undefined && { body }) }));
}

function allCalls(username: string, now: Date): EarlyCall[] {
  return [
    { method: 'GET', path: '/console/v1/git/config/services', permission: 'configuration.read' },
    { method: 'GET', path: '/console/v1/tests/run/recent?size=30', permission: 'tests.read' },
    {
      method: 'GET',
      path: '/console/v1/calls/check',
      permission: 'functions.invoke',
      isOfFirstSteps: true,
    },
    { method: 'GET', path: '/console/v1/calls/latest', permission: 'functions.invoke' },
    {
      method: 'POST',
      path: '/console/v1/consolidated/log',
      body: { startAt: dayBefore(now, 8), action: 'configuration', user: username, size: 30 },
      permission: 'configuration.write',
      isOfFirstSteps: true,
    },
    { method: 'GET', path: '/console/v1/card/check', permission: 'billing.pay', isOfFirstSteps: true },
    {
      method: 'GET',
      path: '/console/v1/virtual/cash/offer',
      permission: 'billing.pay',
      isOfFirstSteps: true,
    },
    {
      method: 'GET',
      path: `/console/v1/usage/days?month=${now.toISOString().slice(0, 7)}&by=service`,
    },
    { method: 'POST', path: '/console/v1/consolidated/log', body: { startAt: dayBefore(now, 30), size: 30 } },
    {
      method: 'POST',
      path: '/console/v1/invoice/list',
      body: { page: 0, size: 3 },
      permission: 'billing.read',
    },
    {
      method: 'POST',
      path: '/console/v1/invoice/list',
      body: { page: 0, size: 5, isUnpaid: true },
      permission: 'billing.read',
    },
    { method: 'GET', path: '/console/v1/card/list', permission: 'billing.read' },
    { method: 'GET', path: '/console/v1/budgets', permission: 'billing.read' },
    { method: 'GET', path: '/console/v1/limits' },
    ...[
      '/console/v1/billing/invoice',
      '/console/v1/virtual/cash',
      '/services',
      '/doc/v1/public/article/minimal/HOW_TO',
      '/console/v1/public/pricing',
      '/console/v1/work',
      // Of other services once the page knows them.
      ...Object.values(SHIPPED_SERVICES).map(({ id }) => `/services/${id}/health`),
    ].map((path): EarlyCall => ({ method: 'GET', path, isEverywhere: true })),
  ];
}
