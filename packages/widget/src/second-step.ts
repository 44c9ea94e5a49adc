import type { GivenFactor } from '@atrium/contract/accounts/factor-sign-in';
import type { StartedAuthenticator } from '@atrium/contract/accounts/second-factor';
import type { GivenProof } from '@atrium/contract/accounts/sessions';
import type { SecondStep, SignedInResponse } from '@atrium/contract/accounts/sign-in';
import { ApiError } from '@atrium/contract/api-error';
import type { startAuthentication } from '@simplewebauthn/browser';
import type { Caller, CallOptions, CallResponse, WidgetCall } from './calls.ts';
import type { SessionParts } from './session-parts.ts';

type PasskeyOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

interface Parts extends Pick<SessionParts, 'call' | 'alone'> {
  /** The session that it belongs to. */
  session: {
    authorized<Call extends WidgetCall>(
      name: Call,
      options: CallOptions<Call>,
      call: Caller,
    ): Promise<CallResponse<Call>>;
    refresh(): Promise<void>;
  };
  /** Makes a call that begins a session, one at a time over all tabs. */
  begin: <Returned extends object>(ask: () => Promise<Returned>) => Promise<Returned>;
  /** Signs in on this page, and in the other tabs. */
  enter: (answer: SignedInResponse) => void;
}

/** The person has added a required second factor; `enter` follows once they have saved the recovery codes. */
interface FinishedSetUp {
  recoveryCodes: string[];
  enter: () => void;
}

/** Result of an identity provider's redirect: `enter` signs in, unless another step must follow. */
export interface ProviderReturn {
  /** The page to go to. */
  next: string;
  step?: SecondStep;
  enter: () => void;
}

/** Steps after a correct password, and the sign-in by passkey alone. */
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

  /** Completes a sign-in with an identity provider; `query` is the query of its redirect. */
  async loginWithProvider(query: string): Promise<ProviderReturn> {
    let next = '';
    const answer = await this.#parts.begin(async () => {
      const back = await this.#parts.call('loginWithProvider', { body: { query } });
      next = back.next;
      return back.answer;
    });
    if ('challenge' in answer) return { next, step: answer, enter: () => undefined };
    return { next, enter: () => this.#parts.enter(answer) };
  }

  /** Confirms the session's owner. The platform replaces the cookie, so run it like a refresh. */
  async confirm(proof: GivenProof): Promise<CallResponse<'confirmSession'>> {
    const { session, call, alone } = this.#parts;
    const callInTurn: Caller = (name, options) => alone(() => call(name, options));
    try {
      return await session.authorized('confirmSession', { body: proof }, callInTurn);
    } catch (error) {
      // The cookie may have been exchanged although this browser has the one before (0006).
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
        await session.refresh().catch(() => undefined);
      throw error;
    }
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
