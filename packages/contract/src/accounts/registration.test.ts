import { expect, test } from 'vitest';
import { PASSWORDS_DIFFER, RegistrationForm } from './registration.ts';

const good = {
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  password: 'a good password',
  confirm: 'a good password',
  acceptTerms: true,
};

/** Fields with their messages; the first message of a field counts. */
function flagged(form: object): Record<string, string | undefined> {
  const { error } = RegistrationForm.safeParse(form);
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  );
}

test('a form that is filled in is taken', () => expect(flagged(good)).toEqual({}));

test('passwords that differ are flagged although the terms are not accepted', () => {
  expect(flagged({ ...good, confirm: 'another password', acceptTerms: false })).toEqual({
    password: PASSWORDS_DIFFER,
    confirm: PASSWORDS_DIFFER,
    acceptTerms: 'Please accept the terms and conditions.',
  });
});

test('every wrong field is flagged at once', () => {
  const wrong = {
    username: ' ',
    firstName: 'Dr.Smith',
    lastName: '',
    email: 'none',
    password: 'short',
    confirm: 'longer',
  };
  expect(Object.keys(flagged({ ...wrong, acceptTerms: false })).sort()).toEqual(Object.keys(good).sort());
  const { confirm, ...others } = flagged({ ...wrong, acceptTerms: false });
  expect(confirm).toBe(PASSWORDS_DIFFER);
  expect(others['password']).toBe('Use at least 8 characters.');
});

test.each([
  [
    'visit.evil.example',
    'This looks like a web address. Use a hyphen or an underscore in place of the dots.',
  ],
  ['evil.com', 'This looks like a web address. Use a hyphen or an underscore in place of the dots.'],
  ...['..', '.', '-rf', 'a..b', 'ada.', 'ada-'].map((username) => [
    username,
    'Begin and end with a letter, a digit or an underscore, and use no two dots in a row.',
  ]),
])('the username %j is refused, with what to do', (username, message) => {
  expect(flagged({ ...good, username })).toEqual({ username: message });
});

test.each(['j.r', 'v1.2', '_bot_', 'anna.smith', 'anna-smith', 'anna_smith', '007'])(
  'the username %j is taken',
  (username) => {
    expect(flagged({ ...good, username })).toEqual({});
  },
);
