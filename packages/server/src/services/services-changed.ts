import { notify } from '@atrium/host/database/notifications';
import type { Store } from '../database/schema.ts';

export const SERVICES_CHANGED_CHANNEL = 'atrium_services_changed';

/** Notifies every process that a service has come, changed or gone, or that one of its processes has. */
export async function notifyServicesChanged(db: Store): Promise<void> {
  await notify(db, SERVICES_CHANGED_CHANNEL, '');
}
