import { getInvoice, payInvoice } from '@atrium/contract/billing/invoice';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { buildCustomer, buildInvoice, chargeAutomatically } from '../../test/invoices.ts';
import { meterFunctions } from '../../test/metered-functions.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { insertPayment, updatePaymentChargedTwice } from '../billing/payments/payment.repository.ts';
import { CHARGED_TWICE_TEXT } from '../billing/payments/payment-texts.ts';
import type { Caller } from '../http/caller.ts';
import { billingCommands } from './billing.commands.ts';
import { readCommand, sentenceOf } from './run-command.ts';

const warnings: string[] = [];
let server: TestApp;
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  server = await startTestApp({ log });
});
afterAll(() => server[Symbol.asyncDispose]());

const settle = (...words: string[]) => type('settle', ...words);

/** What the command line prints, for words as they are typed after `npm run atrium -- billing`. */
async function type(...words: string[]): Promise<string> {
  try {
    const { command, operands, options } = readCommand(billingCommands, ['billing', ...words]);
    if (!('run' in command)) throw new Error('it is carried out here');
    return await command.run(server.context, operands, options);
  } catch (error) {
    return `! ${sentenceOf(error)}`;
  }
}

const read = (id: string, as: Caller) => server.call(getInvoice, { params: { id } }, { as });

const logOf = ({ domainId }: Caller) =>
  server.context.db
    .selectFrom('logEntries')
    .select(['message', 'userId'])
    .where('domainId', '=', domainId)
    .where('action', '=', 'invoice.settle')
    .execute();

test('an invoice that was paid in another way counts as paid, and the log of the customer says why', async () => {
  const { caller } = await buildCustomer(server);
  const id = await buildInvoice(server, caller, { cents: 20 });
  const { invoiceId: number, card } = await read(id, caller);
  await chargeAutomatically(server, caller, id);
  const automaticCharge = { failedTries: 0, nextOn: null };
  expect(await settle(number, '--reason', ' Bank transfer ')).toBe(`Invoice ${number} is marked as paid.`);
  expect(await read(id, caller)).toMatchObject({ paid: true, paymentError: null, card, automaticCharge });
  expect(await logOf(caller)).toEqual([
    { message: `Counted as paid: invoice ${number}: Bank transfer`, userId: null },
  ]);
  expect(await settle(number, '--reason', 'Again')).toBe(`! Invoice ${number} is already paid.`);
  expect((await server.call(payInvoice, { params: { id }, query: {} }, { as: caller })).paid).toBe(true);
  expect(await logOf(caller)).toHaveLength(1);
});

test('an invoice with a payment that has not ended is not settled', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const id = await buildInvoice(server, caller, { cents: 500 });
  const { invoiceId: number } = await read(id, caller);
  const { db, random, clock, billing } = server.context;
  const attempt = {
    id: random.id(),
    domainId: caller.domainId,
    invoiceId: id,
    cardId,
    createdOn: clock.now(),
  };
  const provider = { provider: billing.provider.name, providerPayment: null };
  await insertPayment(db, { ...attempt, ...provider, amountCents: 500, currency: 'usd' });
  expect(await settle(number, '--reason', 'Bank transfer')).toBe(
    `! A payment of invoice ${number} has not ended yet; run "billing reconcile", and settle it if it is still unpaid.`,
  );
  expect(await read(id, caller)).toMatchObject({ paid: false });
  expect(await logOf(caller)).toEqual([]);
});

test('what cannot be settled is one sentence', async () => {
  expect(await settle('2026-999999', '--reason', 'x')).toBe('! There is no invoice "2026-999999".');
  expect(await settle('2026-999999')).toBe('! Please enter a reason.');
  expect(await settle('--reason', 'x')).toMatch(
    /^! Usage: npm run atrium -- billing settle <invoice number>/,
  );
});

test('usage that no one is billed for is listed, counted, and said once for each batch without naming anyone', async () => {
  expect(await type('rejections')).toBe('No usage was refused.');
  const { usageRejections } = server.context.billing;
  const isOfUsage = (line: string) => line.includes('"batchId"');
  const [caller, other] = [await buildUser(server.context), await buildUser(server.context)];
  const wrong = { userId: caller.userId, domainId: other.domainId };
  const calls = new Map([
    ['tea', 3],
    ['tea\u001b[2J', 4],
  ]);
  await meterFunctions(server.context, caller, calls);
  expect([usageRejections.events, warnings.filter(isOfUsage)]).toEqual([0, []]);
  await meterFunctions(server.context, wrong, calls);
  const lines = (await type('rejections')).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines.filter((line) => line.includes(`\t${other.domainId}\t${caller.userId}\tinvoke\ttea`))).toEqual(
    lines,
  );
  expect(lines.join('\n')).toContain('tea [2J\tCOUNTER\t4\t');
  expect(lines[0]).toMatch(/\tThere is no such user in this domain\.$/);
  expect(usageRejections.events).toBe(2);
  expect(warnings.filter(isOfUsage).map((line) => JSON.parse(line))).toMatchObject([
    { serviceId: 'shop', rejected: { 'There is no such user in this domain.': 2 } },
  ]);
  expect(warnings.join('')).not.toContain(caller.userId);
});

test('a charge that pays no invoice is listed with its reason', async () => {
  expect(await type('unwanted-charges')).toBe('Every charge pays an invoice.');
  const { caller, cardId } = await buildCustomer(server);
  const invoiceId = await buildInvoice(server, caller, { cents: 500 });
  const { db, random, clock } = server.context;
  const { domainId } = caller;
  const charged = { provider: 'stripe', providerPayment: 'pi_7', amountCents: 500, currency: 'usd' };
  const id = random.id();
  await insertPayment(db, { ...charged, id, domainId, invoiceId, cardId, createdOn: clock.now() });
  const outcome = { providerPayment: 'pi_7', error: CHARGED_TWICE_TEXT, finishedOn: clock.now() };
  await updatePaymentChargedTwice(db, id, outcome);
  const what = `${domainId}\ttest-${invoiceId}\t$5.00\tstripe\tpi_7\t${CHARGED_TWICE_TEXT}`;
  expect(await type('unwanted-charges')).toBe(`${clock.now().toISOString()}\t${what}`);
});
