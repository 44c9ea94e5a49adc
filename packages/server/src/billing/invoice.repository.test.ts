import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listInvoices } from '@atrium/contract/billing/invoice';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { buildInvoice } from '../../test/invoices.ts';
import { startTestApp } from '../../test/support.ts';
import { MIGRATIONS_FOLDER } from '../paths.ts';
import { findInvoice, updateInvoicePayment } from './invoice.repository.ts';

test('an invoice of an earlier version keeps its address', async () => {
  await using server = await startTestApp();
  const { db } = server.context;
  const caller = await buildUser(server.context);
  const id = await buildInvoice(server, caller, { cents: 100 });
  await sql`
    alter table invoices disable trigger invoices_are_immutable;
    update invoices set paid_on = now(), address = '{"country": "AT", "city": "Wien", "line1": "Ring 1", "line2": "",
      "zip": "1010", "company_name": "Acme", "company_vat": "ATU12345675"}';
    alter table invoices enable trigger invoices_are_immutable`.execute(db);
  const migration = await readFile(join(MIGRATIONS_FOLDER, '0018_invoice_addresses.sql'), 'utf8');
  for (let times = 0; times < 2; times++) await sql.raw(migration).execute(db);

  const address = {
    addressCountry: 'AT',
    addressCity: 'Wien',
    addressLine1: 'Ring 1',
    addressLine2: '',
    addressZip: '1010',
    companyName: 'Acme',
    companyVat: 'ATU12345675',
  };
  expect(await findInvoice(db, caller, id)).toMatchObject({ address });
  await expect(db.updateTable('invoices').set({ address: null }).execute()).rejects.toThrow(
    'cannot be changed',
  );
});

test('an unpaid invoice is found however many newer ones are paid', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const [caller, other] = [await buildUser(server.context), await buildUser(server.context)];
  await buildInvoice(server, other, { cents: 100 });
  const unpaid = await buildInvoice(server, caller, { cents: 100, month: '2026-06' });
  for (const month of ['2026-07', '2026-08', '2026-09']) {
    const id = await buildInvoice(server, caller, { cents: 100, month });
    const card = { name: 'Ada', last4: '4242' };
    await updateInvoicePayment(db, id, { paidOn: clock.now(), paymentError: null, card });
  }
  const body = { page: 0, size: 3, isUnpaid: true };
  const found = await server.call(listInvoices, { body }, { as: caller });
  expect([found.content.map(({ id }) => id), found.totalElements]).toEqual([[unpaid], 1]);
  expect((await server.call(listInvoices, { body: {} }, { as: caller })).totalElements).toBe(4);
});
