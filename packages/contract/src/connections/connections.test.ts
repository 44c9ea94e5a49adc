import { expect, it } from 'vitest';
import { REQUIRED_FIELDS_MESSAGE } from '../configuration/messages.ts';
import { ConnectionForm } from './connections.ts';

const FORM = {
  name: 'Shop',
  gitUrl: 'https://git.example.com/shop.git',
  username: 'robin',
  password: 'token',
};

it.each([
  ['name', 'x'.repeat(101), 'Use at most 100 characters.'],
  ['gitUrl', 'x'.repeat(2001), 'Use at most 2000 characters.'],
  ['username', 'x'.repeat(501), 'Use at most 500 characters.'],
  ['username', '', REQUIRED_FIELDS_MESSAGE],
  ['password', 'x'.repeat(10_001), 'Use at most 10,000 characters.'],
  ['password', 'two\nlines', 'Line breaks are not allowed.'],
  ['defaultBranch', 'x'.repeat(251), 'Use at most 250 characters.'],
  ['defaultBranch', 'a..b', 'This is not a valid branch name.'],
  ['folder', 'x'.repeat(501), 'Use at most 500 characters.'],
])('the form of a connection says what is wrong with its %s', (field, text, message) => {
  const { error } = ConnectionForm.safeParse({ ...FORM, [field]: text });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
});
