import { closeAccount, getAccountClosing } from '@atrium/contract/accounts/account-closing';
import { login } from '@atrium/contract/accounts/sign-in';
import { listInvoices, payInvoice } from '@atrium/contract/billing/invoice';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../../test/factories.ts';
import { type Browser, type Person, readMails, registerPerson, signIn } from '../../../test/people.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import { allJobs } from '../../all-jobs.ts';
import { domainCommands } from '../../commands/domain.commands.ts';
import { readCommand } from '../../commands/run-command.ts';
import { insertPriceRevision } from '../../pricing/price-revision.repository.ts';
import { insertPriceRule } from '../../pricing/price-rule.repository.ts';
import { invoicePdf } from '../paper/invoice-pdf.ts';

const SERVICE = 'shop';
/** Of the free tier, which a first card brings. */
const FREE_CENTS = 5000;
const HOUR_MS = 3_600_000;

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp();
  const { db, random, clock } = server.context;
  const ruleId = random.id();
  const rule = { service: SERVICE, target: '*', metric: 'calls', measure: 'COUNTER' } as const;
  await insertPriceRule(db, ruleId, rule, clock.now());
  await insertPriceRevision(db, { ruleId, startsOn: '2026-01-01', cents: '1', units: 1 }, clock.now());
});
afterEach(() => server[Symbol.asyncDispose]());

/** The two jobs of the night in question, twice: a retry does no harm. */
async function night(time: string): Promise<void> {
  server.clock.travelTo(time);
  const handlers = allJobs(server.context);
  for (const _ of ['once', 'and again']) {
    for (const name of ['billing.close-months', 'accounts.delete-closed']) {
      const { definition } = handlers.find((handler) => handler.definition.name === name) ?? {};
      if (definition === undefined) throw new Error(`there is no job ${name}`);
      expect(await server.context.jobs.send(definition, {})).toBeDefined();
      await server.context.jobs.runDue(handlers);
    }
  }
}

async function customer(name: string) {
  const person = await registerPerson(server, name);
  const browser = await signIn(server, person);
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  const body = { card: { token, cardHolderName: 'Ada' }, address };
  expect((await server.request(setUpBilling, { body }, { headers: browser.bearer })).statusCode).toBe(200);
  const child = await buildChild(server.context, browser.user, [], { username: `${name}-kid` });
  return { person, browser, child, domainId: browser.user.domainId };
}

let events = 0;
async function use(by: { userId: string; domainId: string }, at: string, quantity: number): Promise<void> {
  const { userId, domainId } = by;
  const used = { metric: 'calls', target: 'live', type: 'COUNTER', quantity } as const;
  const event: UsageEvent = { ...used, id: `event-${events++}`, serviceId: SERVICE, userId, domainId, at };
  const batch = { batchId: `batch-${events}`, events: [event] };
  // A service sends what was not confirmed again.
  for (const _ of ['once', 'and again']) {
    await server.context.billing.intake.takeBatch({ serviceId: SERVICE, accessKeyId: 'k' }, batch);
  }
}

async function close({ person, browser }: { person: Person; browser: Browser }): Promise<void> {
  const { bearer: headers } = await signIn(server, person, browser.device);
  const closed = await server.request(closeAccount, { body: { username: person.username } }, { headers });
  expect(closed.statusCode).toBe(204);
}

function reopen(username: string): Promise<string> {
  const { command, operands, options } = readCommand(domainCommands, ['domain', 'reopen', username]);
  if (!('run' in command)) throw new Error('it is carried out here');
  return command.run(server.context, operands, options);
}

const invoicesOf = (domainId: string) =>
  server.context.db
    .selectFrom('invoices')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('month')
    .execute();
const trySignIn = async ({ username, password }: Person) =>
  (await server.request(login, { body: { username, password } })).statusCode;

test('what was used until the end, also what arrives later, is billed exactly once', async () => {
  const ada = await customer('ada');
  const { domainId, browser, child } = ada;
  await use(browser.user, '2026-11-03T09:00:00Z', 6000);
  await use(child, '2026-11-20T09:00:00Z', 700);
  await close(ada);
  expect((await readMails(server, ada.person.email))[0]?.subject).toBe('Your account was closed');
  // Services send what they have counted a moment later, after the account is closed.
  await use(child, '2026-11-21T09:59:59Z', 80);
  await night('2026-11-30T02:20:00Z');
  expect(await invoicesOf(domainId)).toEqual([]);

  await night('2026-12-01T02:20:00Z');
  const [last, ...more] = await invoicesOf(domainId);
  expect(more).toEqual([]);
  expect(last).toMatchObject({
    month: '2026-11',
    grandTotalCents: 6780,
    discountCents: FREE_CENTS,
    paidOn: null,
    address: { city: 'Wien' },
  });
  // Its owner gets it by mail, as no one can sign in any more; and those who could see the bills before get none.
  const own = await readMails(server, ada.person.email);
  expect(own.map(({ subject }) => subject)).toEqual([
    `Invoice ${last?.number} of $17.80`,
    'Your account was closed',
    expect.any(String),
  ]);
  expect(own[0]?.text).toContain(
    '$17.80 is due on December 15, 2026. As your account is closed, contact the operator of this installation to pay it.',
  );
  expect(own[0]?.text).not.toContain('/console/');
  expect(own[0]?.attachments).toEqual([`${last?.number}.pdf`]);
  // What a service was too late with is the next month's, once.
  await use(child, '2026-11-21T09:59:59Z', 9);
  await night('2027-01-01T02:20:00Z');
  await night('2027-02-01T02:20:00Z');
  await night('2027-03-01T02:20:00Z');
  const all = await invoicesOf(domainId);
  expect(all.map(({ month, grandTotalCents }) => [month, grandTotalCents])).toEqual([
    ['2026-11', 6780],
    ['2026-12', 9],
  ]);
});

test('whoever closes while the last month is not invoiced is told of both months, and of each once', async () => {
  const { browser, person } = await customer('dora');
  await use(browser.user, '2026-11-03T09:00:00Z', 6000);
  server.clock.travelTo('2026-12-01T01:00:00Z');
  await use(browser.user, '2026-12-01T00:30:00Z', 40);
  const read = async () => {
    const { bearer: headers } = await signIn(server, person, browser.device);
    return (await server.request(getAccountClosing, {}, { headers })).json();
  };
  expect(await read()).toMatchObject({ runningUsageCents: 6040, unpaidInvoices: [] });
  // Its own invoice is made, and that of someone else is not.
  await server.context.billing.monthClose.closeMonth('2026-11');
  const { db } = server.context;
  await db.updateTable('billingPeriods').set({ invoicedOn: null }).execute();
  expect(await read()).toMatchObject({ runningUsageCents: 40, unpaidInvoices: [{ amount: 1000 }] });
});

test('for 45 days it is as it was; then the content goes, and the books stay', async () => {
  const bea = await customer('bea');
  const { domainId, browser, person } = bea;
  await use(browser.user, '2026-11-03T09:00:00Z', 6000);
  await close(bea);
  await night('2026-12-01T02:20:00Z');
  const before = await invoicesOf(domainId);
  expect(before).toHaveLength(1);

  // Closed on November 21 at 10:00.
  await night('2027-01-05T09:59:59Z');
  const { db } = server.context;
  const users = () =>
    db.selectFrom('users').select(['username', 'firstName']).where('domainId', '=', domainId).execute();
  expect(await users()).toHaveLength(2);
  expect((await users()).map(({ firstName }) => firstName)).toEqual(['Ada', 'Ada']);
  await night('2027-01-05T10:00:00Z');
  expect((await users()).map(({ firstName }) => firstName)).toEqual(['', '']);
  await expect(reopen(person.username)).rejects.toThrow('no closed account');

  const count = async (table: 'addresses' | 'cards' | 'creditEntries' | 'logEntries' | 'usageDays') =>
    (await db.selectFrom(table).select('domainId').where('domainId', '=', domainId).execute()).length;
  expect(await count('addresses')).toBe(0);
  const cards = db.selectFrom('cards').select('providerCard').where('domainId', '=', domainId);
  const forgotten = db.selectFrom('testProviderCards').select('behaviour').where('id', 'in', cards);
  expect(await forgotten.execute()).toEqual([{ behaviour: 'declines' }]);
  for (const table of ['cards', 'creditEntries', 'logEntries', 'usageDays'] as const)
    expect(await count(table), table).toBeGreaterThan(0);
  // To the letter, with the address that it was made out to; and the database itself lets no one change that.
  expect(await invoicesOf(domainId)).toEqual(before);
  await expect(db.deleteFrom('invoices').where('domainId', '=', domainId).execute()).rejects.toThrow(
    'cannot be deleted',
  );
  const { userId } = browser.user;
  const { id = '', number } = before[0] ?? {};
  const pdf = await invoicePdf(await server.context.billing.invoices.get({ userId, domainId }, id));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(number).toMatch(/^\d{4}-\d{6}$/);
  // What is owed is found by whoever has to settle it, and no one is given anything.
  const { customers } = server.context;
  expect(await customers.get(domainId)).toMatchObject({ owner: null, unpaidInvoices: 1 });
  expect(await customers.listInvoices(domainId)).toMatchObject([{ invoiceId: number, paid: false }]);
  const gift = { cents: 100, reason: 'Sorry', expiresOn: null };
  await expect(customers.giveCredit({ userId: null }, domainId, gift)).rejects.toThrow('is closed');
  const entries = await sql<{ count: number }>`
    select count(*)::int as count from log_entries
     where domain_id = ${domainId} and action = 'account.delete-content'`.execute(db);
  expect(entries.rows).toEqual([{ count: 1 }]);
});

test('a domain that is reopened goes on with one invoice a month, which its person then pays', async () => {
  const cleo = await customer('cleo');
  const { domainId, browser, person } = cleo;
  await use(browser.user, '2026-11-03T09:00:00Z', 6000);
  await close(cleo);
  expect(await trySignIn(person)).toBe(422);
  server.clock.travel(HOUR_MS);
  expect(await reopen(person.username)).toBe('The domain cleo is open again. Its people sign in as before.');
  expect(await trySignIn(person)).toBe(200);
  await use(browser.user, '2026-11-21T12:00:00Z', 40);
  // Closed again, the time begins again.
  server.clock.travelTo('2026-12-20T10:00:00Z');
  await close(cleo);
  await night('2027-01-06T02:20:00Z');
  expect(await invoicesOf(domainId)).toMatchObject([{ month: '2026-11', grandTotalCents: 6040 }]);
  expect(await reopen(person.username)).toContain('is open again');
  await night('2027-02-20T02:20:00Z');

  const { bearer: headers } = await signIn(server, person);
  const list = await server.request(listInvoices, { body: {} }, { headers });
  const [{ id } = { id: '' }] = list.json<{ content: { id: string; paid: boolean }[] }>().content;
  const paid = await server.request(payInvoice, { params: { id } }, { headers });
  expect(paid.statusCode).toBe(200);
  expect(await invoicesOf(domainId)).toMatchObject([{ paidOn: expect.any(Date) }]);
});
