import { expect, test } from 'vitest';
import { FirstName, LastName } from './fields.ts';
import { fullName } from './full-name.ts';
import { readsAsCall } from './person-name.ts';

test.each([
  'Ada',
  "O'Brien",
  'O’Brien',
  'D‘Angelo',
  'Jean-Luc',
  'Jean‑Luc',
  'Dr. Müller',
  'Prof. Dr. med. Müller',
  'Ph. D. Weber',
  'María José',
  '山田太郎',
  'マリア・クララ',
  'J. R. Smith',
  'J.R. Smith',
  'J.R.R. Tolkien',
  'Martin Luther King, Jr.',
  'Smith (Jones)',
  'Gal·la',
  'Nguyễn Thị Minh Khai',
  'Nguyê\u0303n',
  'محمد بن سلمان',
  'می\u200Cنا',
  'क्\u200Dष',
  "ג'ורג'",
  'ג׳ורג׳',
  'Владимир',
  'Γιώργος',
  '김철수',
  'สมชาย',
  'Ravi a/l Kumar',
  'Amar s/o Singh',
  'Louis 14',
  'Maria da Conceição dos Santos e Silva',
  'Björk Guðmundsdóttir',
  'X',
  'Nuñez-O’Neill',
  'İlkay',
  'Þór',
  'Kahananuiʻokalani',
  'Free',
  'Call',
  'Null',
  'Click',
  'Here',
  'Urgent',
  'Anna & Bob',
  'St. John',
  '葛\u{E0100}城',
])('%j is a name', (name) => {
  expect(FirstName.parse(name)).toBe(name);
  expect(LastName.parse(`  ${name} `)).toBe(name);
});

test.each([
  'URGENT: your account is locked, visit https://evil.example/login',
  'https://evil.example',
  'HTTPS //evil',
  'www.evil.example',
  'www evil example',
  'evil.example',
  'Evil.Example',
  'see evil.co now',
  'Ada.Lovelace',
  'a.example',
  'Ada evil.x/login',
  'xn--80ak6aa92e.com',
  'пример.рф',
  '例子。测试',
  'evil．example',
  'evil｡example',
  'ada@example.com',
  'Ada＠example',
  'Ada\nBcc: someone',
  'Ada\r\nLovelace',
  'Ada\u2028Lovelace',
  'Ada\u0000',
  'Ada\u0085',
  'Ada\u202Egnp.exe',
  'Ada\u2066Lovelace\u2069',
  'Ada\u200FLovelace',
  'Ada \u200DLovelace',
  'Ada\u200B',
  'Ada\ud800',
  'Click here',
  'Please verify',
  'Your password expired',
  'Call 0800 123',
  'Call 1 2 3',
  '<b>Ada</b>',
  'Ada&Bob',
  'Ada &amp; Bob',
  '& Bob',
  'Urgent message',
  '\u3164',
  '\u115F\u1160',
  'Ada\uFFA0',
  'Ada\u034F',
  'Ada\uFE0F',
  'St.john',
  'st.market',
  '-',
  'Ada!',
  'Ada?',
  'Ada: now',
  'Ada 💰',
  'ab/cd',
  'ada/login',
  '/ada',
  '...',
  '- -',
  'one two three four five six seven eight nine',
  'a'.repeat(61),
])('%j is no name', (name) => {
  expect(FirstName.safeParse(name).success).toBe(false);
});

test('whatever stands around a domain, it is found', () => {
  const around = ['', 'Ada ', "O'", '(', ' Müller', '-', ', Jr.', ' a/l ', '山', '1'];
  for (const before of around) {
    for (const after of around) {
      for (const domain of ['evil.example', 'evil.co', 'a.io', 'пример.рф', 'b-c.d1']) {
        expect(FirstName.safeParse(`${before}${domain}${after}`).success).toBe(false);
      }
    }
  }
});

test('a full stop after Saint gets its space', () => {
  expect(LastName.parse('St.John')).toBe('St. John');
  expect(FirstName.parse('Anne Ste.Marie')).toBe('Anne Ste. Marie');
});

test('who has one name enters a dash for the other', () => {
  for (const dash of ['-', ' – ', '—']) {
    const lastName = LastName.parse(dash);
    expect(lastName).toBe('-');
    expect(fullName({ firstName: 'Suharto', lastName })).toBe('Suharto');
  }
  expect(LastName.safeParse('').error?.issues[0]?.message).toBe(
    'Please enter a last name, or a dash if there is none.',
  );
  expect(fullName({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace');
});

test('names that are calls only together are found', () => {
  expect(readsAsCall('Click', 'Here')).toBe(true);
  expect(readsAsCall('Susan', 'Click')).toBe(false);
});

test('a problem is told in words', () => {
  const messages = (name: string) => FirstName.safeParse(name).error?.issues.map(({ message }) => message);
  expect(messages('')).toEqual(['Please enter a first name.']);
  expect(messages('Dr.Müller')).toEqual(['Put a space after a full stop. A name cannot contain an address.']);
  expect(messages('Ada!')).toEqual(['This name contains characters that are not allowed.']);
  expect(messages('Ada 123')).toEqual(['A name cannot contain numbers.']);
  expect(messages('Click here')).toEqual(['Enter only a name.']);
});
