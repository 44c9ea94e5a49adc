import { consolePaths } from '@atrium/contract/console-paths';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { Facts } from '../../notifications/facts.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import type { Services } from '../../services/services.service.ts';
import type { StoredServiceState } from '../git-sync.tables.ts';
import type { ConnectionKey } from './state.repository.ts';

interface Parts {
  clock: Clock;
  services: Services;
  notifier: Notifier;
}

const HOUR_MS = 3_600_000;

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** Tells for how long each service has not been in sync with a connection. */
export async function observeDrift(
  { clock, services, notifier }: Parts,
  transaction: Store,
  { domainId, connectionId }: ConnectionKey,
  states: readonly StoredServiceState[],
): Promise<void> {
  const listed = await services.listRegistered();
  const measured = states.map(({ serviceId, since, filesAhead, filesBehind }) => {
    const name = listed.find(({ id }) => id === serviceId)?.name ?? serviceId;
    const hours = since === null ? 0 : (clock.now().getTime() - Date.parse(since)) / HOUR_MS;
    const facts = (): Facts => ({
      type: 'git.drift',
      title: `${name} differs from git`,
      text: `For ${count(Math.floor(hours), 'hour')}: ${count(filesAhead, 'file')} with changes that are not in git, ${filesBehind} with changes that are not here.`,
      tone: 'bad',
      action: { label: 'Show the connection', path: consolePaths.connections() },
      serviceId,
      data: { connectionId, serviceId, since, filesAhead, filesBehind },
    });
    return { subject: `${connectionId}/${serviceId}`, value: hours, facts };
  });
  await notifier.observe(transaction, { domainId, reason: 'drift' }, measured);
}
