import type { User } from '@atrium/contract/accounts/user';
import { ApiError } from '@atrium/contract/api-error';
import { describe, expect, it } from 'vitest';
import { type Caller, type WidgetCall } from './calls.ts';
import { Session, type SessionTrouble } from './session.ts';
import type { SessionParts } from './session-parts.ts';
import type { TabMessage } from './tab-channel.ts';

const user = (userId: string, theme: 'light' | 'dark' = 'light'): User => ({
  userId,
  username: userId,
  email: `${userId}@example.com`,
  pendingEmail: null,
  firstName: userId,
  lastName: '',
  parentId: null,
  domainId: 'd',
  domain: 'd',
  isAdmin: false,
  roles: [],
  permissions: [],
  params: { theme, firstSteps: 'open' as const },
});

function reminder(value: boolean) {
  const reminded = {
    value,
    isSet: () => reminded.value,
    set: (next: boolean) => void (reminded.value = next),
  };
  return reminded;
}

/** A platform of one browser: its cookie, and tabs that share it. */
function platform() {
  let generation = 0;
  const state = {
    calls: [] as string[],
    signedIn: undefined as User | undefined,
    isAway: false,
    providerUrl: null as string | null,
    leftTo: [] as string[],
    /** What calls wait for, and whether the next response is lost on its way. */
    silence: Promise.resolve(),
    isNextLost: false,
    /** What every tab is told while it waits, and how often it has waited. */
    waits: 0,
    whileWaiting: (): void | Promise<void> => {
      state.isAway = false;
    },
  };
  const farewell = reminder(false);
  const listeners = new Set<(message: TabMessage) => void>();
  let turn: Promise<unknown> = Promise.resolve();

  const answer = (name: WidgetCall, token: string | undefined) => {
    if (state.isAway) throw new ApiError(0, undefined);
    if (name === 'login') state.signedIn = user('ada');
    if (name === 'logout') {
      state.signedIn = undefined;
      return { providerUrl: state.providerUrl };
    }
    if (!state.signedIn) throw new ApiError(401, undefined);
    if (name === 'listSessions') {
      if (token !== `token-${generation}`) throw new ApiError(401, undefined);
      return [];
    }
    generation += 1;
    if (state.isNextLost) {
      state.isNextLost = false;
      throw new ApiError(0, undefined);
    }
    return { token: `token-${generation}`, expiresAt: '', user: state.signedIn };
  };

  function openTab(isHinted = true) {
    const events: string[] = [];
    const own = { listener: (_: TabMessage) => undefined as void };
    const hint = reminder(isHinted);
    const parts: SessionParts = {
      call: (async (name: WidgetCall, options?: { token?: string }) => {
        state.calls.push(name);
        await state.silence;
        return answer(name, options?.token);
      }) as Caller,
      tabs: {
        send: (message) => {
          for (const listener of listeners) if (listener !== own.listener) listener(message);
        },
        listen: (listener) => {
          own.listener = listener;
          listeners.add(listener);
        },
      },
      hint,
      farewell,
      alone: (task) => {
        const mine = turn.then(task);
        turn = mine.catch(() => undefined);
        return mine;
      },
      wait: async () => {
        state.waits += 1;
        // A response that comes at all comes before a pause ends.
        await new Promise((resolve) => setTimeout(resolve));
        await state.whileWaiting();
      },
      leaveTo: (url) => state.leftTo.push(url),
      emit: (name) => events.push(name),
    };
    const session = new Session(parts);
    const troubles: (SessionTrouble | undefined)[] = [];
    session.onTrouble = (trouble) => troubles.push(trouble);
    return { session, events, hint, troubles };
  }
  return { state, openTab, farewell };
}

describe('at the start', () => {
  it('a page that never signed in asks nothing', async () => {
    const { state, openTab } = platform();
    const { session, events } = openTab(false);
    await session.start();
    expect(state.calls).toEqual([]);
    expect(events).toEqual(['access-denied']);
  });

  it('the session of the cookie is taken up, with its events in order', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada', 'dark');
    const { session, events } = openTab();
    await session.start();
    expect(session).toMatchObject({ status: 'granted', token: 'token-1' });
    expect(events).toEqual(['access-granted', 'user-data-loaded', 'theme-changed']);
  });

  it('a platform that is away for a moment does not sign anyone out', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    state.isAway = true;
    const { session, events } = openTab();
    await session.start();
    expect(session.status).toBe('granted');
    expect(events).not.toContain('access-denied');
  });

  it('a cookie that is no longer good is denied, and not asked for again', async () => {
    const { openTab } = platform();
    const { session, events, hint } = openTab();
    await session.start();
    expect(events).toEqual(['access-denied']);
    expect(hint.value).toBe(false);
  });
});

describe('while the platform is away', () => {
  it('nobody is signed out, however long it takes: that is told, and asked again', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    state.isAway = true;
    const { session, events, hint, troubles } = openTab();
    const seen: unknown[] = [];
    state.whileWaiting = () => {
      seen.push([session.status, session.trouble, hint.value]);
      if (state.waits === 9) state.isAway = false;
    };
    await session.start();
    expect(seen.slice(0, 2)).toEqual([
      ['pending', undefined, true],
      ['pending', 'away', true],
    ]);
    expect(seen).toHaveLength(9);
    expect(session.status).toBe('granted');
    expect(events).not.toContain('access-denied');
    expect(troubles).toEqual(['away', undefined]);
  });

  it('whoever does not want to wait asks at once', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    state.isAway = true;
    const { session, troubles } = openTab();
    const delivered = Promise.withResolvers<void>();
    session.onTrouble = (trouble) => {
      troubles.push(trouble);
      delivered.resolve();
    };
    // The pauses never end by themselves, but for the first.
    const never = new Promise<void>(() => undefined);
    state.whileWaiting = () => (state.waits > 1 ? never : undefined);
    const started = session.start();
    await delivered.promise;
    state.isAway = false;
    session.tryAgain();
    await started;
    expect(session.status).toBe('granted');
    expect(troubles).toEqual(['away', 'asking', undefined]);
  });
});

describe('logging out', () => {
  it('while the platform is away lets nobody in by the cookie, and ends its session at the next chance', async () => {
    const { state, openTab, farewell } = platform();
    state.signedIn = user('ada');
    const one = openTab();
    await one.session.start();
    state.isAway = true;
    const never = new Promise<void>(() => undefined);
    state.whileWaiting = () => never;
    await one.session.logout();
    expect(one.session).toMatchObject({ status: 'denied', trouble: 'unended', hasLoggedOut: true });
    expect([state.signedIn?.userId, farewell.value]).toEqual(['ada', true]);

    const next = openTab();
    state.calls = [];
    const started = next.session.start();
    expect(next.session.status).toBe('denied');
    await expect.poll(() => next.session.trouble).toBe('unended');
    state.isAway = false;
    next.session.tryAgain();
    await started;
    expect(new Set(state.calls), 'nothing else was asked').toEqual(new Set(['logout']));
    expect([state.signedIn, farewell.value]).toEqual([undefined, false]);
    expect(next.session.trouble).toBeUndefined();
  });

  it('does not wait for a network that swallows everything, and ends the session when there is one', async () => {
    const { state, openTab, farewell } = platform();
    state.signedIn = user('ada');
    const [one, two] = [openTab(), openTab()];
    await one.session.start();
    await two.session.start();
    const held = Promise.withResolvers<void>();
    state.silence = held.promise;
    void one.session.logout();
    await expect.poll(() => one.session.status).toBe('denied');
    expect(one.session).toMatchObject({ trouble: 'unended', token: undefined, user: undefined });
    expect([two.session.status, state.signedIn?.userId, farewell.value]).toEqual(['denied', 'ada', true]);
    held.resolve();
    await expect.poll(() => one.session.trouble).toBeUndefined();
    expect([state.signedIn, farewell.value]).toEqual([undefined, false]);
  });

  it('is not undone by a response that comes after it', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session, events } = openTab();
    await session.start();
    const held = Promise.withResolvers<void>();
    state.silence = held.promise;
    state.calls = [];
    const refreshed = session.refresh();
    await expect.poll(() => state.calls).toEqual(['refreshToken']);
    void session.logout();
    await expect.poll(() => session.status).toBe('denied');
    held.resolve();
    await refreshed;
    session.userChanged(user('ada', 'dark'));
    expect(session).toMatchObject({ status: 'denied', token: undefined, user: undefined });
    expect(events.filter((name) => name === 'access-granted')).toHaveLength(1);
    await expect.poll(() => state.signedIn).toBeUndefined();
  });

  it('goes on to the page where an identity provider signs out, once the session here has ended', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    state.providerUrl = 'https://login.example.com/sign-out';
    const { session } = openTab();
    await session.start();
    await session.logout();
    expect(session).toMatchObject({ status: 'denied', hasLoggedOut: true });
    expect(state.leftTo).toEqual([state.providerUrl]);
  });

  it('in one tab also keeps another from asking for a new token', async () => {
    const { state, openTab, farewell } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.calls = [];
    farewell.set(true);
    await session.refresh();
    expect(session.status).toBe('denied');
    expect(state.calls).toEqual([]);
  });

  it('is over with a new sign-in, which is not ended in its place', async () => {
    const { state, openTab, farewell } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.isAway = true;
    const never = new Promise<void>(() => undefined);
    state.whileWaiting = () => never;
    await session.logout();
    state.isAway = false;
    await session.login({ username: 'ada', password: 'x' });
    session.tryAgain();
    await session.refresh();
    expect(session).toMatchObject({ status: 'granted', hasLoggedOut: false, trouble: undefined });
    expect(farewell.value).toBe(false);
    expect(state.calls.slice(-2)).toEqual(['login', 'refreshToken']);
  });
});

describe('refreshing', () => {
  it('makes one call however many ask', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    await Promise.all([session.refresh(), session.refresh(), session.refresh()]);
    expect(state.calls).toEqual(['refreshToken', 'refreshToken']);
  });

  it('of two tabs at once makes one call: the second takes the token of the first', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const one = openTab();
    await one.session.start();
    const two = openTab();
    await two.session.start();
    state.calls = [];
    await Promise.all([one.session.refresh(), two.session.refresh()]);
    expect(state.calls).toEqual(['refreshToken']);
    expect(two.session.token).toBe(one.session.token);
  });

  it('asks again at once when a response is lost: the platform takes the same cookie for half a minute only', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.isNextLost = true;
    await session.refresh();
    expect(session).toMatchObject({ status: 'granted', token: 'token-3' });
    expect([state.calls.length, state.waits]).toEqual([3, 0]);
  });

  it('that fails without an answer keeps the session', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.isAway = true;
    await expect(session.refresh()).rejects.toMatchObject({ status: 0 });
    expect(session.status).toBe('granted');
  });

  it('follows a confirmation whose answer is lost, for the same reason', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.isNextLost = true;
    const proof = { method: 'password', password: 'x' } as const;
    await expect((await session.secondStep()).confirm(proof)).rejects.toMatchObject({ status: 0 });
    expect(state.calls).toEqual(['refreshToken', 'confirmSession', 'refreshToken']);
    expect(session.token).toBe('token-3');
  });

  it('takes turns with a confirmation in another tab: both exchange the cookie', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const one = openTab();
    const two = openTab();
    await Promise.all([one.session.start(), two.session.start()]);
    state.calls = [];
    const silence = Promise.withResolvers<void>();
    state.silence = silence.promise;
    const confirming = (await one.session.secondStep()).confirm({ method: 'password', password: 'x' });
    await expect.poll(() => state.calls).toEqual(['confirmSession']);
    const refreshing = two.session.refresh();
    await new Promise((resolve) => setTimeout(resolve));
    expect(state.calls).toEqual(['confirmSession']);
    silence.resolve();
    await Promise.all([confirming, refreshing]);
    expect(state.calls).toEqual(['confirmSession', 'refreshToken']);
  });

  it('repeats a call of the panel that met a 401', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    session.token = 'old';
    expect(await session.authorized('listSessions')).toEqual([]);
    expect(state.calls).toEqual(['refreshToken', 'listSessions', 'refreshToken', 'listSessions']);
  });

  it('does not repeat a call as another person', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    session.token = 'old';
    state.signedIn = user('bo');
    await expect(session.authorized('listSessions')).rejects.toMatchObject({ status: 401 });
    expect(state.calls).toEqual(['refreshToken', 'listSessions', 'refreshToken']);
  });
});

describe('two tabs', () => {
  it('stay in step on sign-in, on a change of the user, and on sign-out', async () => {
    const { openTab } = platform();
    const one = openTab(false);
    const two = openTab(false);
    await Promise.all([one.session.start(), two.session.start()]);
    await one.session.login({ username: 'ada', password: 'x' });
    expect(two.session).toMatchObject({ status: 'granted', token: one.session.token });

    one.session.userChanged(user('ada', 'dark'));
    expect(two.session.user?.params.theme).toBe('dark');
    expect(two.events.at(-1)).toBe('theme-changed');

    await one.session.logout();
    expect([one.session.status, two.session.status]).toEqual(['denied', 'denied']);
    expect([one.session.hasLoggedOut, two.session.hasLoggedOut]).toEqual([true, true]);
    expect(two.session.token).toBeUndefined();
  });

  it('hear of a sign-out also where the session had ended already', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const [one, two] = [openTab(), openTab()];
    await one.session.start();
    await two.session.start();
    state.signedIn = undefined;
    await one.session.refresh();
    expect(one.session).toMatchObject({ status: 'denied', hasLoggedOut: false });
    await two.session.logout();
    expect(one.session.hasLoggedOut).toBe(true);
  });

  it('ignore what is told of another person', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const one = openTab();
    await one.session.start();
    const two = openTab(false);
    two.session.userChanged(user('grace', 'dark'));
    expect(one.session.user?.userId).toBe('ada');
  });
});
