import { expect, test } from 'vitest';
import { Email } from './fields.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Lovelace+news@Example.COM ', 'Ada.Lovelace+news@Example.COM'],
  ["o'neill@example.com", "o'neill@example.com"],
  ['a&b@example.org', 'a&b@example.org'],
  ['x=y@example.org', 'x=y@example.org'],
  ['x/y@example.org', 'x/y@example.org'],
  ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
  ['info@MÜNCHEN.de', 'info@xn--mnchen-3ya.de'],
  ['user@почта.рф', 'user@xn--80a1acny.xn--p1ai'],
  ['x@example.xn--p1ai', 'x@example.xn--p1ai'],
  ['user@例子。测试', 'user@xn--fsqu00a.xn--0zwm56d'],
])('%j is the address %s', (typed, stored) => {
  expect(Email.parse(typed)).toBe(stored);
  expect(Email.parse(stored)).toBe(stored);
});

const INVALID = 'Please enter a valid e-mail address.';
const FOREIGN =
  'Before the @, addresses with letters other than a to z are not supported. Please use another one.';

test.each([
  ['none', INVALID],
  ['a@b', INVALID],
  ['a@b@example.com', INVALID],
  ['a b@example.com', INVALID],
  ['.a@example.com', INVALID],
  ['a..b@example.com', INVALID],
  ['"a b"@example.com', INVALID],
  ['a@example..com', INVALID],
  ['a@-example.com', INVALID],
  ['a@1.2.3.4', INVALID],
  ['a@[127.0.0.1]', INVALID],
  ['a@münchen.de:25', INVALID],
  ['a@münchen.de/x', INVALID],
  ['a@example.com\r\nBcc: b@example.com', INVALID],
  ['a,b@example.com', INVALID],
  ['<a@example.com>', INVALID],
  [`${'a'.repeat(65)}@example.com`, INVALID],
  [`a@${'ü'.repeat(60)}.${'ö'.repeat(60)}.${'ä'.repeat(60)}.${'é'.repeat(60)}.de`, INVALID],
  [`a@${'b.'.repeat(130)}com`, 'Use at most 254 characters.'],
  ['jürgen@example.com', FOREIGN],
  ['пользователь@почта.рф', FOREIGN],
])('%j is none', (typed, message) => {
  expect(Email.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
