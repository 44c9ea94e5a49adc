import { describe, expect, it } from 'vitest';
import { type AuthState, reduceAuth, visitor } from '../api/auth-state.ts';
import { decideAccess } from './access.ts';

const ready: AuthState = { ...visitor, isReady: true };
const user: AuthState = { ...ready, isAuthenticated: true, canNavigate: true };
const admin: AuthState = { ...user, isAdmin: true };
const show = { kind: 'show' };
const to = (href: string) => ({ kind: 'redirect', href });

describe('before the console is ready', () => {
  it('waits on every guarded page and shows the open ones', () => {
    for (const access of ['PUBLIC', 'AUTHENTICATED', 'ADMIN_ONLY'] as const) {
      expect(decideAccess(visitor, { access, href: '/console/usage' })).toEqual({ kind: 'wait' });
    }
    expect(decideAccess(visitor, { access: null, href: '/console/terms' })).toEqual(show);
  });
});

describe('a visitor', () => {
  it('is shown what is for visitors', () => {
    expect(decideAccess(ready, { access: 'PUBLIC', href: '/console/login' })).toEqual(show);
  });

  it.each(['AUTHENTICATED', 'ADMIN_ONLY'] as const)(
    'is sent from %s to the login, with next encoded',
    (access) => {
      expect(decideAccess(ready, { access, href: '/console/payment/details?id=7&a=b' })).toEqual(
        to('/console/login?next=%2Fconsole%2Fpayment%2Fdetails%3Fid%3D7%26a%3Db'),
      );
    },
  );
});

describe('after a log-out', () => {
  const left: AuthState = { ...ready, hasLoggedOut: true };

  it('the page of whoever was signed in is not the next one of the next person', () => {
    expect(decideAccess(left, { access: 'AUTHENTICATED', href: '/console/payment/details?id=7' })).toEqual(
      to('/console/login'),
    );
  });

  it('a session that ended by itself leads back', () => {
    const ended = reduceAuth(user, { kind: 'access-denied', hasLoggedOut: false });
    expect(decideAccess(ended, { access: 'AUTHENTICATED', href: '/console/usage' })).toEqual(
      to('/console/login?next=%2Fconsole%2Fusage'),
    );
  });

  it('whether the session could be ended stays known', () => {
    const unended = reduceAuth(
      { ...user, trouble: 'unended' },
      { kind: 'access-denied', hasLoggedOut: true },
    );
    expect(unended).toEqual({ ...left, trouble: 'unended' });
  });
});

describe('someone signed in', () => {
  it('sees guarded pages; the administrator also theirs', () => {
    expect(decideAccess(user, { access: 'AUTHENTICATED', href: '/console/usage' })).toEqual(show);
    expect(decideAccess(user, { access: 'ADMIN_ONLY', href: '/console/bonus' })).toEqual(
      to('/console/unauthorized'),
    );
    expect(decideAccess(admin, { access: 'ADMIN_ONLY', href: '/console/bonus' })).toEqual(show);
  });

  it.each([
    ['/console/register', '/console/'],
    ['/console/login', '/console/'],
    ['/console/login?next=%2Fconsole', '/console/'],
    ['/console/login?next=%2Fconsole%2Fusage%3Fx%3D1', '/console/usage?x=1'],
    ['/console/login?next=https%3A%2F%2Fevil.example', '/console/'],
    ['/console/login?next=%2F%2Fevil.example', '/console/'],
    ['/console/reset/send?next=%2Fconsole%2Fusage', '/console/'],
  ])('is led from %s to %s', (href, target) => {
    expect(decideAccess(user, { access: 'PUBLIC', href })).toEqual(to(target));
  });

  it('is led where single sign-on wanted to', () => {
    const visit = {
      access: 'PUBLIC',
      href: '/console/login?token=x',
      destination: '/console/usage',
    } as const;
    expect(decideAccess(user, visit)).toEqual(to('/console/usage'));
  });
});

describe('the sign-in', () => {
  const person = {
    userId: 'u1',
    username: 'ada',
    email: 'ada@example.com',
    pendingEmail: null,
    firstName: 'Ada',
    lastName: 'Byron',
    parentId: null,
    domainId: 'd1',
    domain: 'ada',
    isAdmin: false,
    roles: ['ROLE_DEV'],
    permissions: [],
    params: { theme: 'system' as const, firstSteps: 'open' as const },
  };

  it('counts once the data of the user is there, and is cleared when access is denied', () => {
    const granted = reduceAuth(visitor, { kind: 'access-granted', token: 't', userId: 'u1' });
    expect(granted.isAuthenticated).toBe(false);
    const loaded = reduceAuth(granted, { kind: 'user-data-loaded', user: person });
    expect(loaded).toMatchObject({
      isReady: true,
      isAuthenticated: true,
      isDeveloper: true,
      lastUserId: 'u1',
      token: 't',
    });
    expect(reduceAuth(loaded, { kind: 'access-denied' })).toEqual({ ...ready, lastUserId: 'u1' });
  });

  it('notices another person after a new sign-in', () => {
    const before = { ...ready, lastUserId: 'u1' };
    expect(reduceAuth(before, { kind: 'access-granted', token: 't', userId: 'u1' }).isDifferentUser).toBe(
      false,
    );
    expect(reduceAuth(before, { kind: 'access-granted', token: 't', userId: 'u2' }).isDifferentUser).toBe(
      true,
    );
  });
});
