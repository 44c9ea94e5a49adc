import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import type { Account, UserKey } from '../people/user.repository.ts';
import {
  type Authenticator,
  authenticatorColumn,
  deleteAuthenticators,
  insertAuthenticator,
  listAuthenticators,
  updateAuthenticatorConfirmed,
  updateAuthenticatorUsed,
} from './authenticator.repository.ts';

/** Settings that every app supports: six digits, a new code each 30 seconds (RFC 6238). */
const CODES = { issuer: 'Atrium', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** A code is accepted this many periods early or late: phones' clocks differ, and typing takes time. */
const WINDOW = 1;

interface Parts {
  clock: Clock;
  random: Random;
  secrets: Secrets;
}

/** Apps that show a code from a secret and the time. */
export class Authenticators {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(transaction: Store, user: UserKey): Promise<Authenticator[]> {
    return (await listAuthenticators(transaction, user)).filter(({ confirmedOn }) => confirmedOn !== null);
  }

  /** Makes a secret, in place of one whose first code has not been given. */
  async start(transaction: Store, account: Account): Promise<StartedAuthenticator> {
    const { clock, random, secrets } = this.#parts;
    const { userId, domainId } = account;
    const id = random.id();
    // A copy: the library wants the whole buffer.
    const secret = new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer });
    const sealed = await secrets.seal(transaction, placeOf(id), secret.base32);
    await deleteAuthenticators(transaction, account, 'unconfirmed');
    await insertAuthenticator(transaction, {
      id,
      domainId,
      userId,
      name: '',
      secret: sealed,
      lastStep: null,
      createdOn: clock.now(),
      confirmedOn: null,
      lastUsedOn: null,
    });
    const uri = new TOTP({ ...CODES, label: account.username, secret }).toString();
    return { id, secret: secret.base32, uri };
  }

  /**
   * Confirms an authenticator with its code and returns it; undefined if the code is wrong. Without an id, tries all
   * unconfirmed ones.
   */
  async confirm(
    transaction: Store,
    user: UserKey,
    { id, code, name }: { id?: string; code: string; name: string },
  ): Promise<Authenticator | undefined> {
    const waiting = (await listAuthenticators(transaction, user)).find(
      (each) => each.confirmedOn === null && (id === undefined || each.id === id),
    );
    if (waiting === undefined || !(await this.#accepts(transaction, user, waiting, code))) return undefined;
    const now = this.#parts.clock.now();
    await updateAuthenticatorConfirmed(transaction, user, waiting.id, { name, now });
    return { ...waiting, name, confirmedOn: now, lastUsedOn: now };
  }

  /** Whether one of the user's apps shows this code now, and it was not used before. */
  async use(transaction: Store, user: UserKey, code: string): Promise<boolean> {
    for (const authenticator of await this.list(transaction, user)) {
      if (await this.#accepts(transaction, user, authenticator, code)) return true;
    }
    return false;
  }

  async #accepts(
    transaction: Store,
    user: UserKey,
    { id, secret: sealed }: Authenticator,
    code: string,
  ): Promise<boolean> {
    const now = this.#parts.clock.now();
    const timestamp = now.getTime();
    const secret = Secret.fromBase32(this.#parts.secrets.unseal(placeOf(id), sealed));
    const totp = new TOTP({ ...CODES, secret });
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    return updateAuthenticatorUsed(transaction, user, id, { step: totp.counter({ timestamp }) + delta, now });
  }
}

function placeOf(id: string) {
  return { column: authenticatorColumn.name, row: id };
}
