import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import {
  deleteKnownDevice,
  findDeviceToken,
  findKnownDevice,
  insertKnownDevice,
} from './known-device.repository.ts';

/** Origin of a sign-in. */
export interface Device {
  userAgent: string;
  address: string;
  /** The cookie that a device got when it signed in before. */
  token: string | undefined;
}

interface Parts {
  clock: Clock;
  random: Random;
}

/** A device as one of its accounts remembers it. */
export interface RememberedDevice {
  deviceId: string;
  /** The cookie's value. */
  deviceToken: string;
  /** Whether the account knew it before. */
  isKnown: boolean;
}

/** The devices that users signed in on. To be known signs no one in; it only keeps the guesses of others apart. */
export class KnownDevices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The device that an account knows by a cookie; undefined for any other. */
  async find(db: Store, user: UserKey, token: string | undefined): Promise<string | undefined> {
    if (token === undefined) return undefined;
    return (await findKnownDevice(db, user, hashToken(token)))?.id;
  }

  /** Remembers a device on which a user has just signed in. A cookie that the server did not give is replaced. */
  async remember(
    db: Store,
    { userId, domainId }: UserKey,
    { token, userAgent, address }: Device,
  ): Promise<RememberedDevice> {
    const { clock, random } = this.#parts;
    const isGiven = token !== undefined && (await findDeviceToken(db, hashToken(token)));
    const deviceToken = isGiven ? token : random.token();
    const now = clock.now();
    const id = random.id();
    const deviceId = await insertKnownDevice(db, {
      id,
      domainId,
      userId,
      tokenHash: hashToken(deviceToken),
      firstUsedOn: now,
      lastUsedOn: now,
      userAgent,
      address,
    });
    return { deviceId, deviceToken, isKnown: deviceId !== id };
  }

  async forget(db: Store, user: UserKey, id: string): Promise<void> {
    await deleteKnownDevice(db, user, id);
  }
}
