import type { KnownDevice } from '@atrium/contract/accounts/devices';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { findSession } from '../sessions/session.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import { browserName } from './browser-name.ts';
import { listSessionIdsOfDevice } from './device-session.repository.ts';
import { deleteKnownDevice, listKnownDevices } from './known-device.repository.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  sessions: Sessions;
}

/** The devices of an account, as its person sees them. */
export class Devices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<KnownDevice[]> {
    const { db } = this.#parts;
    const session = caller.sessionId === null ? undefined : await findSession(db, caller.sessionId);
    return (await listKnownDevices(db, caller)).map(
      ({ id, userAgent, address, firstUsedOn, lastUsedOn }) => ({
        id,
        browser: userAgent === '' ? '' : browserName(userAgent),
        address,
        firstUsedOn: firstUsedOn.toISOString(),
        lastUsedOn: lastUsedOn.toISOString(),
        isCurrent: id === session?.deviceId,
      }),
    );
  }

  /** Also ends the device's sessions, because its owner does not recognize it. */
  async forget(caller: Caller, id: string): Promise<void> {
    const { db, audit, sessions } = this.#parts;
    const { userId, domainId } = caller;
    await db.transaction().execute(async (transaction) => {
      for (const sessionId of await listSessionIdsOfDevice(transaction, caller, id)) {
        const session = { userId, domainId, id: sessionId };
        await sessions.endOne(transaction, session, 'its device was forgotten');
      }
      const deleted = await deleteKnownDevice(transaction, caller, id);
      if (deleted === undefined) throw new NotFoundError();
      await audit.record(transaction, {
        caller,
        action: 'account.forget-device',
        message: 'Forgot a device and ended its sessions',
        before: { id, ...deleted },
      });
    });
  }
}
