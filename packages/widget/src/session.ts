import type { Credentials, SignedInAnswer } from '@atrium/contract/accounts/sign-in';
import type { Theme, User, UserPatch } from '@atrium/contract/accounts/user';
import { type CallAnswer, CallError, type Caller, type CallOptions, type WidgetCall } from './calls.ts';
import type { SessionEvents } from './session-events.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';

/** `pending` until the first answer of the platform is known. */
export type SessionStatus = 'pending' | 'granted' | 'denied';

/** Remembers, without any secret, whether a refresh cookie is to be expected. */
export interface SignedInHint {
  isSet(): boolean;
  set(isSignedIn: boolean): void;
}

export interface SessionParts {
  call: Caller;
  tabs: TabChannel;
  hint: SignedInHint;
  /** Runs one task at a time over all tabs: two tabs with one refresh token would look like a thief. */
  alone: <Answer>(task: () => Promise<Answer>) => Promise<Answer>;
  wait: (ms: number) => Promise<void>;
  emit: <Name extends keyof SessionEvents>(name: Name, detail: SessionEvents[Name]) => void;
}

const startRetriesMs = [500, 1500, 4000];

/** The sign-in of one page: the access token in memory, the refresh token in a cookie no script can read. */
export class Session {
  status: SessionStatus = 'pending';
  token: string | undefined;
  user: User | undefined;
  readonly #parts: SessionParts;
  #refreshing: Promise<void> | undefined;
  #theme: Theme | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.tabs.listen((message) => this.#receive(message));
  }

  /** Asks for the session of the cookie; a page that never signed in here asks nothing. */
  async start(): Promise<void> {
    if (!this.#parts.hint.isSet()) return this.#deny();
    for (const ms of [...startRetriesMs, undefined]) {
      try {
        return await this.refresh();
      } catch (error) {
        if (ms === undefined || !isPassing(error)) return this.#deny();
        await this.#parts.wait(ms);
      }
    }
  }

  async login(credentials: Credentials): Promise<User> {
    const answer = await this.#parts.alone(() => this.#parts.call('login', { body: credentials }));
    return this.#signedIn(answer);
  }

  /** Single sign-on; `token` is base64 of the JSON `{token}`. */
  async loginWithToken(token: string): Promise<User> {
    const answer = await this.#parts.alone(() => this.#parts.call('loginWithToken', { body: { token } }));
    return this.#signedIn(answer);
  }

  /** A new access token; however many ask at once, one call is made. Rejects when the platform is away. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async logout(): Promise<void> {
    try {
      await this.#parts.alone(() => this.#parts.call('logout'));
    } finally {
      this.#deny();
      this.#parts.tabs.send({ kind: 'denied' });
    }
  }

  async updateUser(patch: UserPatch): Promise<User> {
    const user = await this.authorized('updateUser', { body: patch });
    this.userChanged(user);
    return user;
  }

  /** Takes over what another call answered about the signed-in user, here and in the other tabs. */
  userChanged(user: User): void {
    this.#load(user);
    this.#parts.tabs.send({ kind: 'user', user });
  }

  /** A call with the access token; a 401 refreshes once and tries again, unless another person is signed in then. */
  async authorized<Call extends WidgetCall>(
    name: Call,
    options: CallOptions<Call> = {},
  ): Promise<CallAnswer<Call>> {
    const userId = this.user?.userId;
    try {
      return await this.#parts.call(name, { ...options, token: this.token });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      await this.refresh();
      if (this.user?.userId !== userId) throw error;
      return this.#parts.call(name, { ...options, token: this.token });
    }
  }

  async #refreshOnce(): Promise<void> {
    const before = this.token;
    await this.#parts.alone(async () => {
      // Another tab may have refreshed, and told us, while we waited for our turn.
      if (this.token !== undefined && this.token !== before) return;
      try {
        this.#grant(await this.#parts.call('refreshToken'), true);
      } catch (error) {
        if (isPassing(error)) throw error;
        this.#deny();
      }
    });
  }

  #signedIn(answer: SignedInAnswer): User {
    this.#grant(answer, true);
    return answer.user;
  }

  #grant(answer: SignedInAnswer, isOwn: boolean): void {
    this.status = 'granted';
    this.token = answer.token;
    this.#parts.hint.set(true);
    if (isOwn) this.#parts.tabs.send({ kind: 'granted', answer });
    this.#parts.emit('access-granted', { token: answer.token, userId: answer.user.userId });
    this.#load(answer.user);
  }

  #deny(): void {
    this.status = 'denied';
    this.token = undefined;
    this.user = undefined;
    this.#parts.hint.set(false);
    this.#parts.emit('access-denied', undefined);
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
    else if (message.kind === 'denied' && this.status !== 'denied') this.#deny();
  }
}

/** True for failures that say nothing about the session: no network, too busy, an error of the server. */
function isPassing(error: unknown): boolean {
  return error instanceof CallError && error.status !== 401 && error.status !== 403;
}
