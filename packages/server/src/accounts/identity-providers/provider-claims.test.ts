import { expect, test } from 'vitest';
import { namesOf, rolesOf, usernameOf, verifiedEmailOf } from './provider-claims.ts';

test.each([
  [{ email: 'a@b.example', email_verified: true }, 'a@b.example'],
  [{ email: 'a@b.example', email_verified: 'true' }, 'a@b.example'],
  [{ email: 'info@münchen.de', email_verified: true }, 'info@xn--mnchen-3ya.de'],
])('the verified address of %j is %s', (claims, email) => {
  expect(verifiedEmailOf(claims, 'Acme')).toBe(email);
});

test.each([
  [
    { email: 'a@b.example', email_verified: false },
    'Acme does not confirm that your e-mail address is verified',
  ],
  [{ email: 'a@b.example', email_verified: 1 }, 'Acme does not confirm that your e-mail address is verified'],
  [{ email: 'a@b.example' }, 'Acme does not confirm that your e-mail address is verified'],
  [
    { email: ['a@b.example'], email_verified: true },
    'Acme does not confirm that your e-mail address is verified',
  ],
  [
    { email: 'no address', email_verified: true },
    'that cannot be used here: no address. Please enter a valid',
  ],
  [{ email: 'jürgen@b.example', email_verified: true }, 'letters other than a to z are not supported'],
])('%j is refused with the reason', (claims, reason) => {
  expect(() => verifiedEmailOf(claims, 'Acme')).toThrow(reason);
});

const rules = [
  { role: 'ROLE_DEV', values: ['dev', '7'] },
  { role: 'ROLE_USER', values: ['*'] },
];

test.each([
  ['groups', { groups: ['dev'] }, ['ROLE_DEV', 'ROLE_USER']],
  ['groups', { groups: 'dev' }, ['ROLE_DEV', 'ROLE_USER']],
  ['groups', { groups: [7] }, ['ROLE_DEV', 'ROLE_USER']],
  ['groups', { groups: ['development', null, { dev: 1 }] }, ['ROLE_USER']],
  ['realm_access.roles', { realm_access: { roles: ['dev'] } }, ['ROLE_DEV', 'ROLE_USER']],
  ['https://acme.example/roles', { 'https://acme.example/roles': ['dev'] }, ['ROLE_DEV', 'ROLE_USER']],
  ['constructor.name', {}, ['ROLE_USER']],
  ['groups.length', { groups: 'dev' }, ['ROLE_USER']],
  ['', { '': 'dev' }, ['ROLE_USER']],
  ['missing.one', { missing: null }, ['ROLE_USER']],
])('%s of %j gives %j', (rolesClaim, claims, roles) => {
  expect(rolesOf(claims, { rolesClaim, roleRules: rules })).toEqual(roles);
});

test('no value of a claim stands for everyone, and without rules no roles are decided', () => {
  const everyone = [{ role: 'ROLE_DEV', values: ['dev'] }];
  expect(rolesOf({ groups: ['*'] }, { rolesClaim: 'groups', roleRules: everyone })).toEqual([]);
  expect(rolesOf({ groups: ['dev'] }, { rolesClaim: 'groups', roleRules: [] })).toBeUndefined();
});

test('a name that is none does not get into an account', () => {
  expect(namesOf({ given_name: 'Ada', family_name: 'Lovelace' }, 'ada')).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
  expect(namesOf({ name: 'Ada King Lovelace' }, 'ada')).toEqual({
    firstName: 'Ada',
    lastName: 'King Lovelace',
  });
  expect(namesOf({ name: 'Plato' }, 'plato')).toEqual({ firstName: 'Plato', lastName: '-' });
  const call = 'Your account is blocked, see evil.example';
  expect(namesOf({ given_name: call, name: call }, 'ada.lovelace')).toEqual({
    firstName: 'ada lovelace',
    lastName: '-',
  });
  expect(namesOf({}, '123')).toEqual({ firstName: 'Unknown', lastName: '-' });
});

test('a username has only what usernames may have', () => {
  expect(usernameOf({ preferred_username: 'José Núñez' }, 'a@b.example')).toBe('JoseNunez');
  expect(usernameOf({ preferred_username: 'ada@acme.example' }, 'a@b.example')).toBe('ada');
  expect(usernameOf({}, 'grace+news@b.example')).toBe('gracenews');
  expect(usernameOf({ preferred_username: '日本' }, '日本@b.example')).toBe('user');
  expect(usernameOf({ preferred_username: 'x'.repeat(500) }, 'a@b.example')).toHaveLength(56);
  for (const [wished, given] of [
    ['visit.evil.example', 'visit-evil-example'],
    ['..', 'grace'],
    ['-rf', 'rf'],
    ['j..smith.', 'j-smith'],
  ])
    expect(usernameOf({ preferred_username: wished }, 'grace@b.example')).toBe(given);
});
