import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { listBudgets } from '@atrium/contract/billing/budget';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { onLiveEvent } from '../api/live-events.ts';
import { readAgain } from '../api/read-again.ts';
import { currentAuth, refreshSession } from '../api/session.ts';
import { readHealthAgain, servicesQuery } from '../features/services/service.queries.ts';

/** On a slow connection live events start some time after the first fetch, and changes in between emit none. */
const OLD_MS = 3_000;

/** A submit changes many services: changes within this time are refetched together. */
const VERSIONS_MS = 2_000;

const BILLING = [
  getUsage,
  getVirtualCash,
  listBudgets,
  listFunctionStops,
  getAutomaticPayment,
  listInvoices,
  getInvoice,
];

/** Refetches data when a live event announces a change, and all possibly changed data after a gap in the events. */
export function useLiveReading(): void {
  const client = useQueryClient();
  useEffect(() => {
    let hasBeenReady = false;
    let waiting: number | undefined;
    const changed = new Set<string>();
    const readVersionsSoon = (serviceIds: readonly string[]) => {
      for (const id of serviceIds) changed.add(id);
      waiting ??= window.setTimeout(() => {
        waiting = undefined;
        void readVersions(client, [...changed]).catch(() => undefined);
        changed.clear();
      }, VERSIONS_MS);
    };
    const stopListening = onLiveEvent(({ type, data }) => {
      const isMissed = type === 'ready' && hasBeenReady;
      hasBeenReady ||= type === 'ready';
      if (isMissed || type === 'health') void readHealthAgain(client);
      else if (type === 'ready') void readHealthAgain(client, OLD_MS);
      // The next `ready` retries a failure.
      if (isMissed) void readChangedRights(client).catch(() => undefined);
      if (type === 'roles') void readRights(client).catch(() => undefined);
      if (isMissed)
        readVersionsSoon(client.getQueryData(servicesQuery().queryKey)?.services.map(({ id }) => id) ?? []);
      if (type === 'configuration') readVersionsSoon([(data as { serviceId: string }).serviceId]);
      if (isMissed || type === 'billing') void readAgain(client, BILLING);
    });
    return () => {
      stopListening();
      window.clearTimeout(waiting);
    };
  }, [client]);
}

/** Reloads the user's roles and permissions and everything shown by them; some of it may now be refused. */
async function readRights(client: QueryClient): Promise<void> {
  await refreshSession();
  await client.invalidateQueries();
}

/** Calls `readRights` only if the permissions changed, because every return to the page is a gap. */
async function readChangedRights(client: QueryClient): Promise<void> {
  const { user } = currentAuth();
  // Imported on demand, because it includes the schemas of accounts.
  const { getUser } = await import('@atrium/contract/accounts/user');
  const { roles, permissions } = await call(getUser, {}, { priority: 'low' });
  const isSame = JSON.stringify([roles, permissions]) === JSON.stringify([user?.roles, user?.permissions]);
  if (!isSame) await readRights(client);
}

async function readVersions(client: QueryClient, serviceIds: readonly string[]): Promise<void> {
  // Imported on demand, because it includes calls of pages that most users haven't opened.
  const { readLiveAgain } = await import('../features/configuration/files/read-after-new-version.ts');
  await readLiveAgain(client, serviceIds);
}
