import { login } from '@atrium/contract/accounts/sign-in';
import { getUser } from '@atrium/contract/accounts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { buildCustomer, buildInvoice } from '../../test/invoices.ts';
import { readMails, registerPerson, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { customersCommands } from './customers.commands.ts';
import { readCommand, sentenceOf } from './run-command.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** What the command line prints, for words as they are typed after `npm run atrium -- customers`. */
async function run(...words: string[]): Promise<string> {
  try {
    const { command, operands, options } = readCommand(customersCommands, ['customers', ...words]);
    if (!('run' in command)) throw new Error('it is carried out here');
    return await command.run(server.context, operands, options);
  } catch (error) {
    return `! ${sentenceOf(error)}`;
  }
}

const logOf = (domainId: string) =>
  server.context.db
    .selectFrom('logEntries')
    .select(['action', 'message', 'userId', 'impersonatorId'])
    .where('domainId', '=', domainId)
    .where('action', 'like', 'customer.%')
    .orderBy('id')
    .execute();

test('customers are listed and found by what an operator has in hand', async () => {
  const ada = await buildUser(server.context, { username: 'ada' });
  await buildChild(server.context, ada, [], { username: 'ada-kid' });
  await buildUser(server.context, { username: 'grace' });
  await buildInvoice(server, ada, { cents: 320 });
  const lines = (await run('list')).split('\n');
  expect(lines.map((line) => line.split('\t')[1])).toEqual(['grace', 'ada']);
  expect(lines[1]).toBe(`${ada.domainId}\tada\tada\tada@example.com\topen\t1 unpaid`);
  expect((await run('list', '--text', 'grace@')).split('\t')[1]).toBe('grace');
  expect(await run('list', '--text', 'nobody')).toBe('No customer matches this text.');

  const shown = await run('show', 'ADA');
  expect(shown.split('\n')).toEqual([
    lines[1],
    '  owner\tada\tada@example.com',
    '  child\tada-kid\tada-kid@example.com',
    expect.stringMatching(/^ {2}unpaid\ttest-\S+\t320 cents$/),
  ]);
  for (const word of [ada.domainId, ada.userId, 'ada-kid', 'ada@example.com'])
    expect(await run('show', word), word).toBe(shown);
});

test('the last ten payments of a customer are shown, newest first', async () => {
  const { caller } = await buildCustomer(server);
  const { payments } = server.context.billing;
  const months = Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
  for (const [index, month] of months.entries()) {
    server.clock.travel(1000);
    await payments.pay(caller, await buildInvoice(server, caller, { cents: 100 + index, month }));
  }
  const shown = (await run('show', caller.domainId))
    .split('\n')
    .filter((line) => line.startsWith('  payment'));
  expect(shown).toHaveLength(10);
  expect(shown[0]).toMatch(/^ {2}payment\t2026-\S+Z\ttest-\S+\t\$1\.10\tsucceeded\t\*{4} 4242$/);
  expect(shown.at(-1)).toContain('\t$1.01\t');
});

test('a list that is longer says so, and a username names one customer among any that begin with it', async () => {
  const { domainId } = await buildUser(server.context, { username: 'bo' });
  for (let number = 0; number < 51; number += 1) {
    server.clock.travel(1000);
    await buildUser(server.context, { username: `bo-${number}` });
  }
  const listed = (await run('list', '--text', 'bo')).split('\n');
  expect(listed).toHaveLength(51);
  expect(listed.at(-1)).toBe('There are more. Narrow them with --text.');
  expect(await run('show', 'bo')).toContain(`${domainId}\tbo\tbo\t`);
  const unclear = await run('show', 'bo@');
  expect(unclear).toMatch(/^! "bo@" finds more than one customer:\n/);
  expect(unclear.split('\n')).toHaveLength(51);
});

test('a locked customer is out until they are unlocked, and both are in their log without a user', async () => {
  const person = await registerPerson(server, 'cleo');
  const { user, bearer: headers } = await signIn(server, person);
  const tryIn = async () => (await server.request(login, { body: person })).statusCode;
  expect(await run('lock', 'cleo', '--reason', '  Card was stolen ')).toBe('cleo is locked.');
  expect(await tryIn()).toBe(422);
  await expect.poll(async () => (await server.request(getUser, {}, { headers })).statusCode).toBe(401);
  expect(await run('lock', 'cleo', '--reason', 'Again')).toBe('cleo is locked.');
  expect(await run('list', '--text', 'cleo')).toContain('\tlocked\t');
  expect(await run('unlock', 'cleo')).toBe('cleo is not locked.');
  expect(await run('unlock', 'cleo')).toBe('cleo is not locked.');
  expect(await tryIn()).toBe(200);
  // What changed nothing is no entry.
  expect(await logOf(user.domainId)).toEqual([
    {
      action: 'customer.lock',
      message: 'Locked the customer: Card was stolen',
      userId: null,
      impersonatorId: null,
    },
    { action: 'customer.unlock', message: 'Unlocked the customer', userId: null, impersonatorId: null },
  ]);
});

test('sessions are ended and resets are sent, to a child user too', async () => {
  const person = await registerPerson(server, 'dora');
  const { user, bearer: headers } = await signIn(server, person);
  await buildChild(server.context, user, [], { username: 'dora-kid' });
  await buildUser(server.context, { username: 'dora-kids' });
  expect(await run('end-sessions', 'dora')).toBe('2 sessions of dora ended.');
  expect(await run('end-sessions', 'dora')).toBe('0 sessions of dora ended.');
  await expect.poll(async () => (await server.request(getUser, {}, { headers })).statusCode).toBe(401);

  const sent = 'An e-mail to choose a new password goes to dora-kid@example.com.';
  expect(await run('send-reset', 'Dora-Kid')).toBe(sent);
  const [mail] = await readMails(server, 'dora-kid@example.com');
  expect(mail?.subject).toBe('Reset your password');
  expect((await logOf(user.domainId)).map(({ message }) => message)).toEqual([
    'Ended 2 sessions',
    'Sent dora-kid an e-mail to choose a new password',
  ]);
  await server.context.db
    .updateTable('users')
    .set({ emailConfirmedOn: null })
    .where('username', '=', 'dora-kid')
    .execute();
  expect(await run('send-reset', 'dora-kid')).toBe('! dora-kid has not confirmed their e-mail address yet.');
  // A customer is found by much; a mail goes to a username only.
  expect(await run('send-reset', 'dora@example.com')).toBe('! There is no user "dora@example.com".');
});

test('a credit is given in whole cents, and adds up', async () => {
  const { domainId } = await buildUser(server.context, { username: 'elsa' });
  expect(await run('credit', 'elsa', '500', '--reason', 'Sorry')).toBe('elsa has 500 cents of credit left.');
  const dated = await run('credit', 'elsa', '20', '--reason', 'For November', '--expires', '2026-11-30');
  expect(dated).toBe('elsa has 520 cents of credit left.');
  for (const [cents, options, sentence] of [
    ['0', ['--reason', 'x'], 'Please enter at least 1 cent.'],
    ['1.5', ['--reason', 'x'], 'Please enter a whole number of cents.'],
    ['0x10', ['--reason', 'x'], 'Please enter a whole number of cents.'],
    ['1e3', ['--reason', 'x'], 'Please enter a whole number of cents.'],
    ['', ['--reason', 'x'], 'Please enter a whole number of cents.'],
    ['ten', ['--reason', 'x'], 'Please enter a whole number of cents.'],
    ['10000001', ['--reason', 'x'], 'A credit has at most $100,000.00.'],
    ['5', [], 'Please enter a reason.'],
    ['5', ['--reason', '  '], 'Please enter a reason.'],
    ['5', ['--reason', 'x'.repeat(501)], 'This reason is too long.'],
    ['5', ['--reason', 'x', '--expires', 'tomorrow'], 'Please enter a day.'],
    ['5', ['--reason', 'x', '--expires', '2026-02-30'], 'Please enter a day.'],
    ['5', ['--reason', 'x', '--expires', '2026-11-01'], 'This day is over.'],
  ] as const) {
    expect(await run('credit', 'elsa', cents, ...options), `${cents} ${options.join(' ')}`).toBe(
      `! ${sentence}`,
    );
  }
  const entries = await server.context.db
    .selectFrom('creditEntries')
    .select(['cents', 'reason', 'expiresOn', 'givenBy'])
    .where('domainId', '=', domainId)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { cents: 500, reason: 'Sorry', expiresOn: null, givenBy: null },
    { cents: 20, reason: 'For November', expiresOn: '2026-11-30', givenBy: null },
  ]);
});

test('a customer is changed who is named whole, and no one whose name only begins so', async () => {
  const { domainId, userId } = await buildUser(server.context, { username: 'robin' });
  expect(await run('show', 'rob')).toContain('\trobin\t');
  for (const words of [
    ['lock', 'rob', '--reason', 'x'],
    ['unlock', 'rob'],
    ['end-sessions', 'rob'],
    ['credit', 'rob', '5', '--reason', 'x'],
  ]) {
    const sentence = '! "rob" is not the whole name of one customer. Name one of them, best by its id:';
    expect((await run(...words)).split('\n')).toEqual([
      sentence,
      `${domainId}\trobin\trobin\trobin@example.com\topen\t0 unpaid`,
    ]);
  }
  expect(await logOf(domainId)).toEqual([]);
  for (const word of [domainId, userId, 'ROBIN', 'robin@example.com'])
    expect(await run('lock', word, '--reason', 'x'), word).toBe('robin is locked.');
});

test('what cannot be done is one sentence, and changes nothing', async () => {
  const { domainId } = await buildUser(server.context, { username: 'root', isAdmin: true });
  expect(await run('lock', 'root', '--reason', 'x')).toBe(
    '! This customer has administrators of the platform among its people, so it cannot be locked.',
  );
  for (const words of [
    ['lock', 'root'],
    ['lock', 'root', '--reason', ' '],
  ]) {
    expect(await run(...words)).toBe('! Say why, with --reason: the next administrator will ask.');
  }
  expect(await run('lock', 'root', '--reason', 'x'.repeat(501))).toBe('! This reason is too long.');
  const unknown = ['zoe', '', ' ', '%', "' or 1=1", '01920000-0000-7000-8000-00000000ffff'];
  for (const word of unknown) {
    const sentence = `! There is no customer "${word}".`;
    for (const verb of ['show', 'unlock', 'end-sessions', 'send-reset'])
      expect(await run(verb, word)).toBe(sentence);
    expect(await run('lock', word, '--reason', 'x')).toBe(sentence);
    expect(await run('credit', word, '5', '--reason', 'x')).toBe(sentence);
  }
  expect(await run('lock', 'a', 'b')).toMatch(
    /^! Usage: npm run atrium -- customers lock <customer> \[--reason/,
  );
  expect(await run('show')).toMatch(/\(the number of words is wrong\)\.$/);
  expect(await run('show', 'root', '--force')).toMatch(/^! Usage: .*Unknown option/);
  expect(await run('lock', 'root', '--reason')).toMatch(/^! Usage: /);
  expect(await run('act', 'root')).toMatch(/^! Usage: npm run atrium -- <noun> <verb>\n/);
  expect(await logOf(domainId)).toEqual([]);
});
