import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import type { Credentials, SecondStep, SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { Theme, User, UserPatch } from '@atrium/contract/accounts/user';
import { ApiError } from '@atrium/contract/api-error';
import { type Caller, type CallOptions, type CallResponse, isPassing, type WidgetCall } from './calls.ts';
import { Retries } from './retries.ts';
import type { SecondStepCalls } from './second-step.ts';
import type { SessionParts } from './session-parts.ts';
import type { TabMessage } from './tab-channel.ts';

/** `pending` until the first answer of the platform is known. */
export type SessionStatus = 'pending' | 'granted' | 'denied';

/**
 * Consequence of an unreachable platform. `away`: the signed-in user is unknown; `asking`: a retry is running;
 * `unended`: someone signed out and the session could not be ended yet.
 */
export type SessionTrouble = 'away' | 'asking' | 'unended';

/** Longest time that signing out waits for the network. */
const SIGN_OUT_PATIENCE_MS = 3000;

/** The sign-in of one page: the access token in memory, the refresh token in a cookie no script can read. */
export class Session {
  status: SessionStatus = 'pending';
  token: string | undefined;
  user: User | undefined;
  /** True from a log-out until the next sign-in, in every tab. */
  hasLoggedOut = false;
  trouble: SessionTrouble | undefined;
  onTrouble: (trouble: SessionTrouble | undefined) => void = () => undefined;
  /** Override of the panel's button, for pages that confirm before unsaved work is lost. */
  askToLogOut: (() => void) | undefined;
  readonly #retries: Retries;
  readonly #parts: SessionParts;
  #refreshing: Promise<void> | undefined;
  #theme: Theme | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#retries = new Retries(parts.wait);
    parts.tabs.listen((message) => this.#receive(message));
  }

  /**
   * Asks for the session of the cookie; a page that never signed in here asks nothing. Only a refusal ends the session:
   * while the platform is away, no one knows.
   */
  async start(): Promise<void> {
    if (this.#parts.farewell.isSet()) {
      this.#leave();
      return this.#endLater();
    }
    if (!this.#parts.hint.isSet()) return this.#deny();
    // Another tab may have sent it in the meantime. The first failure may be over in a moment.
    const ask = async () => (this.status === 'pending' ? this.refresh() : undefined);
    await this.#retries.run(ask, (count) => count > 1 && this.#tell('away'));
  }

  /** Asks the platform again at once, where it has been away. */
  tryAgain(): void {
    if (this.trouble === 'away') this.#tell('asking');
    this.#retries.now();
  }

  /** Signs in, or returns the step that must follow a correct password. */
  async login(credentials: Credentials): Promise<SecondStep | undefined> {
    const answer = await this.#begin(() => this.#parts.call('login', { body: credentials }));
    if ('challenge' in answer) return answer;
    this.#grant(answer, true);
    return undefined;
  }

  /**
   * Completes a sign-in that `login` began, signs in by passkey, or confirms the session's owner; loaded on
   * demand.
   */
  async secondStep(): Promise<SecondStepCalls> {
    const { SecondStepCalls: Calls } = await import('./second-step.ts');
    return new Calls({
      ...this.#parts,
      session: this,
      begin: (ask) => this.#begin(ask),
      enter: (answer) => this.#grant(answer, true),
    });
  }

  /** Identity providers to sign in with: global ones and those of a domain. */
  listProviders(domain: string | undefined): Promise<OfferedProvider[]> {
    return this.#parts.call('listOfferedProviders', { query: { domain } });
  }

  /** Returns the page of an identity provider at which a sign-in goes on. */
  async startProvider(id: string, next: string | undefined): Promise<string> {
    return (await this.#parts.call('startProviderLogin', { id, body: { next } })).url;
  }

  /** Single sign-on; `token` is base64 of the JSON `{token}`. */
  async loginWithToken(token: string): Promise<User> {
    return this.#signIn(() => this.#parts.call('loginWithToken', { body: { token } }));
  }

  /**
   * Returns a new access token; however many callers ask at once, one call is made. Rejects when the platform is away.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshOnce()
      .catch((error: unknown) => {
        // The response may have been lost, and the platform takes the same cookie again for half a minute only (0006).
        if (error instanceof ApiError && error.status === 0) return this.#refreshOnce();
        throw error;
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /**
   * Signs out locally; a session that can't be ended now is ended at the next opportunity. Users of an identity
   * provider are redirected to sign out there, too.
   */
  async logout(): Promise<void> {
    this.#parts.farewell.set(true);
    const providerUrl = await Promise.race([
      this.#end().catch(() => undefined),
      this.#parts.wait(SIGN_OUT_PATIENCE_MS).then(() => undefined),
    ]);
    const isEnded = providerUrl !== undefined;
    if (!isEnded) this.#tell('unended');
    this.#leave();
    this.#parts.tabs.send({ kind: 'denied' });
    if (!isEnded) void this.#endLater();
    else if (providerUrl !== null) this.#parts.leaveTo(providerUrl);
  }

  async updateUser(patch: UserPatch): Promise<User> {
    const user = await this.authorized('updateUser', { body: patch });
    this.userChanged(user);
    return user;
  }

  /** Takes over what another call answered about the signed-in user, here and in the other tabs. */
  userChanged(user: User): void {
    this.#receive({ kind: 'user', user });
    this.#parts.tabs.send({ kind: 'user', user });
  }

  /** A call with the access token; a 401 refreshes once and tries again, unless another person is signed in then. */
  async authorized<Call extends WidgetCall>(
    name: Call,
    options: CallOptions<Call> = {},
    call: Caller = this.#parts.call,
  ): Promise<CallResponse<Call>> {
    const userId = this.user?.userId;
    try {
      return await call(name, { ...options, token: this.token });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await this.refresh();
      if (this.user?.userId !== userId) throw error;
      return call(name, { ...options, token: this.token });
    }
  }

  async #refreshOnce(): Promise<void> {
    const before = this.token;
    await this.#parts.alone(async () => {
      // Another tab may have refreshed, and told us, while we waited for our turn.
      if (this.token !== undefined && this.token !== before) return;
      if (this.#parts.farewell.isSet()) return this.#leave();
      try {
        const answer = await this.#parts.call('refreshToken');
        // The user signed out in the meantime.
        if (this.#parts.farewell.isSet()) return this.#leave();
        this.#grant(answer, true);
      } catch (error) {
        if (isPassing(error)) throw error;
        this.#deny();
      }
    });
  }

  /** Ends the session of the cookie, unless that is done. Returns where its identity provider ends its own. */
  #end(): Promise<string | null> {
    return this.#parts.alone(async () => {
      if (!this.#parts.farewell.isSet()) return null;
      const ended = await this.#parts.call('logout').catch((error: unknown) => {
        if (isPassing(error)) throw error;
      });
      this.#parts.farewell.set(false);
      return ended?.providerUrl ?? null;
    });
  }

  async #endLater(): Promise<void> {
    await this.#retries.run(
      async () => void (await this.#end()),
      () => this.#tell('unended'),
    );
    this.#tell(undefined);
  }

  async #signIn(ask: () => Promise<SignedInResponse>): Promise<User> {
    const answer = await this.#begin(ask);
    this.#grant(answer, true);
    return answer.user;
  }

  /** Makes a call that begins a session, unless another step has to follow. */
  #begin<Returned extends object>(ask: () => Promise<Returned>): Promise<Returned> {
    return this.#parts.alone(async () => {
      const answer = await ask();
      // The platform has ended the session of the cookie that it replaced.
      if (!('challenge' in answer)) this.#parts.farewell.set(false);
      return answer;
    });
  }

  #tell(trouble: SessionTrouble | undefined): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.onTrouble(trouble);
  }

  #grant(answer: SignedInResponse, isOwn: boolean): void {
    this.status = 'granted';
    this.hasLoggedOut = false;
    this.#tell(undefined);
    this.token = answer.token;
    this.#parts.hint.set(true);
    if (isOwn) this.#parts.tabs.send({ kind: 'granted', answer });
    this.#parts.emit('access-granted', { token: answer.token, userId: answer.user.userId });
    this.#load(answer.user);
  }

  #deny(): void {
    this.status = 'denied';
    if (this.trouble !== 'unended') this.#tell(undefined);
    this.token = undefined;
    this.user = undefined;
    this.#parts.hint.set(false);
    this.#parts.emit('access-denied', undefined);
  }

  /** Someone has logged out, here or in another tab. */
  #leave(): void {
    this.hasLoggedOut = true;
    this.#deny();
  }

  #load(user: User): void {
    this.user = user;
    this.#parts.emit('user-data-loaded', user);
    if (user.params.theme === this.#theme) return;
    this.#theme = user.params.theme;
    this.#parts.emit('theme-changed', { theme: user.params.theme });
  }

  #receive(message: TabMessage): void {
    if (message.kind === 'granted') this.#grant(message.answer, false);
    else if (message.kind === 'user' && this.user?.userId === message.user.userId) this.#load(message.user);
    else if (message.kind === 'denied' && !this.hasLoggedOut) this.#leave();
  }
}
