import type { GivenFactor } from '@atrium/contract/accounts/factor-sign-in';
import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { startAuthentication } from '@simplewebauthn/browser';
import type { Caller } from './calls.ts';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface Parts {
  call: Caller;
  /** Makes a call that begins a session, one at a time over all tabs. */
  begin: <Returned extends object>(ask: () => Promise<Returned>) => Promise<Returned>;
  /** Signs in on this page, and in the other tabs. */
  enter: (answer: SignedInResponse) => void;
}

/** A person who has to add a second factor has done so; `enter` follows once they have kept the codes. */
interface FinishedSetUp {
  recoveryCodes: string[];
  enter: () => void;
}

/** What comes after a right password, and the sign-in by a passkey alone. */
export class SecondStepCalls {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  giveCode(
    challenge: string,
    method: Exclude<GivenFactor['method'], 'passkey'>,
    code: string,
  ): Promise<void> {
    return this.#enterWith(() => this.#parts.call('loginWithFactor', { body: { method, challenge, code } }));
  }

  async givePasskey(challenge: string): Promise<void> {
    const { options } = await this.#parts.call('startFactorPasskey', { body: { challenge } });
    const response = await provePasskey(options);
    const body = { method: 'passkey' as const, challenge, response };
    await this.#enterWith(() => this.#parts.call('loginWithFactor', { body }));
  }

  async signInWithPasskey(): Promise<void> {
    const { challenge, options } = await this.#parts.call('startPasskeyLogin');
    const response = await provePasskey(options);
    await this.#enterWith(() => this.#parts.call('loginWithPasskey', { body: { challenge, response } }));
  }

  startSetUp(challenge: string): Promise<StartedAuthenticator> {
    return this.#parts.call('startSetUp', { body: { challenge } });
  }

  async finishSetUp(challenge: string, code: string): Promise<FinishedSetUp> {
    const { call, begin, enter } = this.#parts;
    const { signedIn, recoveryCodes } = await begin(() => call('finishSetUp', { body: { challenge, code } }));
    return { recoveryCodes, enter: () => enter(signedIn) };
  }

  async #enterWith(ask: () => Promise<SignedInResponse>): Promise<void> {
    this.#parts.enter(await this.#parts.begin(ask));
  }
}

/** Asks the browser for a passkey. The library is loaded now: few sign-ins need it. */
export async function provePasskey(options: object) {
  const { startAuthentication: ask } = await import('@simplewebauthn/browser');
  try {
    return { ...(await ask({ optionsJSON: options as PasskeyOptions })) };
  } catch (cause) {
    throw new Error('The browser gave no passkey. Please try again, or use another way.', { cause });
  }
}
