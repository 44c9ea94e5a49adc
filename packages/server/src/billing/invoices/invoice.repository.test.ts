import { createAddress } from '@atrium/contract/billing/address';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { buildInvoice } from '../../../test/invoices.ts';
import { startTestApp } from '../../../test/support.ts';
import { updateInvoicePayment } from './invoice.repository.ts';

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

test('an unpaid invoice without an address gets the first one that is added, and names the domain until then', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const [caller, other] = [await buildUser(server.context), await buildUser(server.context)];
  const unpaid = await buildInvoice(server, caller, { cents: 100 });
  const paid = await buildInvoice(server, caller, { cents: 100, month: '2026-09' });
  await updateInvoicePayment(db, paid, { paidOn: clock.now(), paymentError: null });
  const others = await buildInvoice(server, other, { cents: 100 });
  const read = (id: string, as = caller) => server.call(getInvoice, { params: { id } }, { as });
  const { name } = await db
    .selectFrom('domains')
    .select('name')
    .where('id', '=', caller.domainId)
    .executeTakeFirstOrThrow();
  expect(await read(unpaid)).toMatchObject({ address: null, customerName: name });
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  for (const addressCity of ['Wien', 'Graz'])
    await server.call(createAddress, { body: { ...address, addressCity } }, { as: caller });
  expect((await read(unpaid)).address).toMatchObject(address);
  // What is paid stays in the books as it was.
  expect((await read(paid)).address).toBeNull();
  expect((await read(others, other)).address).toBeNull();
  const change = db.updateTable('invoices').set({ address: '{"city": "Graz"}' });
  for (const id of [unpaid, paid])
    await expect(change.where('id', '=', id).execute()).rejects.toThrow('cannot be changed');
});
