import type { User } from '@atrium/contract/accounts/user';
import { describe, expect, it } from 'vitest';
import { CallError, type Caller, type WidgetCall } from './calls.ts';
import { Session, type SessionParts } from './session.ts';
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
  params: { theme },
});

/** A platform of one browser: its cookie, and tabs that share it. */
function platform() {
  let generation = 0;
  const state = {
    calls: [] as string[],
    signedIn: undefined as User | undefined,
    isAway: false,
  };
  const listeners = new Set<(message: TabMessage) => void>();
  let turn: Promise<unknown> = Promise.resolve();

  const answer = (name: WidgetCall, token: string | undefined) => {
    state.calls.push(name);
    if (state.isAway) throw new CallError(0, undefined);
    if (name === 'login') state.signedIn = user('ada');
    if (name === 'logout') state.signedIn = undefined;
    if (!state.signedIn) throw new CallError(name === 'logout' ? 500 : 401, undefined);
    if (name === 'listSessions') {
      if (token !== `token-${generation}`) throw new CallError(401, undefined);
      return [];
    }
    generation += 1;
    return { token: `token-${generation}`, expiresAt: '', user: state.signedIn };
  };

  function openTab(isHinted = true) {
    const events: string[] = [];
    const own = { listener: (_: TabMessage) => undefined as void };
    const hint = { value: isHinted };
    const parts: SessionParts = {
      call: (async (name: WidgetCall, options?: { token?: string }) =>
        answer(name, options?.token)) as Caller,
      tabs: {
        send: (message) => {
          for (const listener of listeners) if (listener !== own.listener) listener(message);
        },
        listen: (listener) => {
          own.listener = listener;
          listeners.add(listener);
        },
      },
      hint: {
        isSet: () => hint.value,
        set: (value) => {
          hint.value = value;
        },
      },
      alone: (task) => {
        const mine = turn.then(task);
        turn = mine.catch(() => undefined);
        return mine;
      },
      wait: async () => {
        state.isAway = false;
      },
      emit: (name) => events.push(name),
    };
    return { session: new Session(parts), events, hint };
  }
  return { state, openTab };
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

  it('that fails without an answer keeps the session', async () => {
    const { state, openTab } = platform();
    state.signedIn = user('ada');
    const { session } = openTab();
    await session.start();
    state.isAway = true;
    await expect(session.refresh()).rejects.toMatchObject({ status: 0 });
    expect(session.status).toBe('granted');
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

    await one.session.logout().catch(() => undefined);
    expect([one.session.status, two.session.status]).toEqual(['denied', 'denied']);
    expect(two.session.token).toBeUndefined();
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
