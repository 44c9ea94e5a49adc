import { exportInvoices, payInvoice } from '@atrium/contract/billing/invoice';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { buildCustomer, buildInvoice } from '../../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

/** With a byte order mark. */
const HEAD =
  '\uFEFFInvoice,Issued on (UTC),Due on (UTC),Period start,Period end,Currency,Grand total,Free tier,Amount,State,' +
  'Paid on (UTC),Company';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const read = (as: Caller) => server.request(exportInvoices, {}, { as });

test('all invoices are one CSV, in the decimals of their currency, and no name becomes a formula', async () => {
  const { caller } = await buildCustomer(server);
  const [yen, dollars] = [
    await buildInvoice(server, caller, { cents: 1500, currency: 'jpy', month: '2026-09' }),
    await buildInvoice(server, caller, { cents: 123_456, companyName: '=1+1 Công ty' }),
  ];
  await server.call(payInvoice, { params: { id: yen }, query: {} }, { as: caller });
  const day = server.clock.now().toISOString().slice(0, 10);
  const csv = await read(caller);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="invoices.csv"');
  const lines = [
    HEAD,
    `test-${dollars},${day},${day},2026-10-01,2026-10-28,USD,1234.56,0.00,1234.56,Unpaid,,'=1+1 Công ty`,
    `test-${yen},${day},${day},2026-09-01,2026-09-28,JPY,1500,0,1500,Paid,${day},`,
    '',
  ];
  expect(csv.body.split('\r\n')).toEqual(lines);

  // Whoever may see the bills sees those of the customer, others see none of them.
  const accountant = await buildChild(server.context, caller, ['billing.read']);
  const developer = await buildChild(server.context, caller, ['tests.run']);
  const stranger = await buildUser(server.context);
  const administrator = await buildUser(server.context, { isAdmin: true });
  expect((await read(accountant)).body.split('\r\n')).toEqual(lines);
  expect((await read(developer)).statusCode).toBe(403);
  for (const other of [stranger, administrator]) expect((await read(other)).body).toBe(`${HEAD}\r\n`);
});
