import { notify } from '@atrium/host/database/notifications';
import type { Store } from './schema.ts';

/** A configuration has another live version: domain and service. */
export const VERSION_CHANNEL = 'runtime_version';
/** Tests are to be canceled: domain, run, and one test where it is not all of them. */
export const CANCEL_CHANNEL = 'runtime_cancel';
/** Secrets or variables of a domain have changed. */
export const VALUES_CHANNEL = 'runtime_values';
/** Hosts that a domain allows have changed. */
export const HOSTS_CHANNEL = 'runtime_hosts';

type Announcement = readonly [string, string, (string | undefined)?];

/** Notifies all processes on this database; in a transaction, when that commits. */
export async function announce(db: Store, channel: string, parts: Announcement): Promise<void> {
  // JSON would make a part that is not given null.
  await notify(db, channel, JSON.stringify(parts.filter((part) => part !== undefined)));
}

export function readAnnouncement(payload: string): Announcement {
  return JSON.parse(payload) as Announcement;
}
