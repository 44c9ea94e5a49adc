import { isIP } from 'node:net';
import { fullName } from '@atrium/contract/accounts/full-name';
import { onDuplicate } from '@atrium/host/database/errors';
import { UnprocessableError } from '@atrium/host/errors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import type { Account, UserKey } from '../people/user.repository.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  updatePasskeyUsed,
} from './passkey.repository.ts';
import type { SignInChallenge } from './sign-in-challenge.repository.ts';
import type { SignInChallenges } from './sign-in-challenge.service.ts';

const RP_NAME = 'Atrium';

interface Parts {
  clock: Clock;
  random: Random;
  challenges: SignInChallenges;
  publicUrl: PublicUrl;
}

/** Response of a browser; the library validates its shape. */
export type GivenPasskey = Record<string, unknown> & { id: string };

/** Needed by few requests, and large. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Keys that a device, a browser or a security key keeps for this site (WebAuthn). */
export class Passkeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Browsers make passkeys for host names only. */
  get isPossible(): boolean {
    return isIP(this.#site().rpID.replaceAll(/[[\]]/g, '')) === 0;
  }

  list(transaction: Store, user: UserKey): Promise<Passkey[]> {
    return listPasskeys(transaction, user);
  }

  /** Returns the options for creating a passkey that can also sign in alone. */
  async start(transaction: Store, account: Account) {
    this.#requirePossible();
    const { generateRegistrationOptions } = await loadLibrary();
    const existing = await listPasskeys(transaction, account);
    const options = await generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: this.#site().rpID,
      userName: account.username,
      userDisplayName: fullName(account),
      userID: Uint8Array.from(Buffer.from(account.userId)),
      excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const signed = { user: account, signedChallenge: options.challenge };
    const { challenge } = await this.#parts.challenges.issue(transaction, 'add-passkey', signed);
    return { challenge, options: { ...options } };
  }

  /** Stores a passkey that the browser created. Throws if it is invalid. */
  async create(
    transaction: Store,
    user: UserKey,
    { challenge, name, response }: { challenge: string; name: string; response: GivenPasskey },
  ): Promise<Passkey> {
    const { clock, random, challenges } = this.#parts;
    const { userId, domainId, signedChallenge } = await challenges.use(transaction, challenge, 'add-passkey');
    if (userId !== user.userId || domainId !== user.domainId) throw refusedPasskey();
    const { verifyRegistrationResponse } = await loadLibrary();
    const { origin, rpID } = this.#site();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: signedChallenge ?? '',
      expectedOrigin: origin,
      expectedRPID: rpID,
    }).catch((cause: unknown) => {
      throw refusedPasskey(cause);
    });
    if (registrationInfo === undefined) throw refusedPasskey();
    const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
    const passkey = {
      id: random.id(),
      userId,
      domainId,
      name,
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
      createdOn: clock.now(),
      lastUsedOn: null,
    };
    await insertPasskey(transaction, passkey).catch((error: unknown) =>
      onDuplicate(error, { passkeysCredential: 'This passkey has already been added.' }),
    );
    return passkey;
  }

  /** Returns the options for proving a passkey: one of a user's, or any. */
  async startProof(transaction: Store, user: UserKey | undefined) {
    this.#requirePossible();
    const { generateAuthenticationOptions } = await loadLibrary();
    const own = user && (await listPasskeys(transaction, user));
    const options = await generateAuthenticationOptions({
      rpID: this.#site().rpID,
      // Alone it has to be two factors in one: the key, and the finger or PIN that unlocks it.
      userVerification: user === undefined ? 'required' : 'preferred',
      ...(own && {
        allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      }),
    });
    return { ...options };
  }

  /** Returns the claimed owner of the passkey, without proof. */
  findOwner(transaction: Store, { id }: GivenPasskey): Promise<UserKey | undefined> {
    return findPasskey(transaction, id);
  }

  /** Returns the owner of the passkey that signed the challenge; undefined if it is unknown or the proof is invalid. */
  async verify(
    transaction: Store,
    { signedChallenge, userId }: SignInChallenge,
    response: GivenPasskey,
  ): Promise<UserKey | undefined> {
    const passkey = await findPasskey(transaction, response.id);
    if (passkey === undefined || (userId !== null && passkey.userId !== userId)) return undefined;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { origin, rpID } = this.#site();
    const result = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: signedChallenge ?? '',
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: userId === null,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch(() => undefined);
    if (!result?.verified) return undefined;
    const { newCounter } = result.authenticationInfo;
    const isFirst = await updatePasskeyUsed(transaction, passkey, {
      next: newCounter,
      now: this.#parts.clock.now(),
    });
    return isFirst ? passkey : undefined;
  }

  #site() {
    const { hostname, origin } = new URL(this.#parts.publicUrl.get());
    return { rpID: hostname, origin };
  }

  #requirePossible(): void {
    if (this.isPossible) return;
    throw new UnprocessableError(
      'Passkeys need a host name. Open the console by its name instead of its IP address, or ask its operator.',
    );
  }
}

function refusedPasskey(cause?: unknown): UnprocessableError {
  return new UnprocessableError('The passkey could not be checked. Please try again.', { cause });
}
