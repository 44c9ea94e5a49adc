import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { type UserKey, updateFirstSignIn } from '../people/user.repository.ts';

interface Parts {
  clock: Clock;
  mails: AccountMails;
}

/** Tells people of sign-ins on devices that their account does not know. */
export class DeviceNotices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The first sign-in after the registration is on a new device, and no news to anyone. */
  async request(transaction: Store, user: UserKey, sessionId: string, isKnownDevice: boolean): Promise<void> {
    const { clock, mails } = this.#parts;
    if (await updateFirstSignIn(transaction, user, clock.now())) return;
    if (isKnownDevice) return;
    const { userId, domainId } = user;
    await mails.request(transaction, {
      kind: 'new-device',
      userId,
      sessionId,
      requester: domainRequester(domainId),
    });
  }
}
