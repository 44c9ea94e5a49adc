import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeAddressDefault,
} from '@atrium/contract/billing/address';
import { createCard, deleteCard, hasCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { getInvoice, getInvoicePdf, listInvoices, payInvoice } from '@atrium/contract/billing/invoice';
import { MAX_IN_WALLET, setUpBilling } from '@atrium/contract/billing/setup';
import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import type { Permission } from '@atrium/contract/permissions';
import { deleteBonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { FREE_TIER_BONUS, getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { unusedCard } from '../../test/unused-card.ts';
import type { Caller } from '../http/caller.ts';
import { billingJobs } from './billing.job.ts';
import type { InvoiceKey } from './billing.tables.ts';
import { findCard, insertCard } from './payments/card.repository.ts';
import { insertAddress } from './wallet/address.repository.ts';

let server: TestApp;
let admin: Caller;

const address = {
  addressCountry: 'AT',
  addressCity: 'Wien',
  addressLine1: 'Ring 1',
  addressZip: '1010',
  companyName: 'Ada GmbH',
  companyVat: '',
};

beforeAll(async () => {
  server = await startTestApp();
  admin = await buildUser(server.context, { isAdmin: true });
  await server.context.db
    .insertInto('services')
    .values({
      id: 'shop',
      name: 'Shop',
      groupName: 'Apps',
      address: 'http://127.0.0.1:9/shop',
      registeredOn: server.clock.now(),
    })
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());

async function cardToken(number = unusedCard().number): Promise<string> {
  const card = { number, expMonth: 12, expYear: 2030, cvc: '123' };
  return (await server.call(createTestToken, { body: card })).token;
}

async function setUp(caller: Caller, number?: string) {
  return server.call(
    setUpBilling,
    { body: { card: { token: await cardToken(number), cardHolderName: 'Ada Lovelace' }, address } },
    { as: caller },
  );
}

async function meter(caller: Caller, quantity: number, at: string): Promise<void> {
  const event = {
    id: server.context.random.id(),
    domainId: caller.domainId,
    userId: caller.userId,
    serviceId: 'shop',
    metric: `calls-of-${caller.userId}`,
    target: 'live',
    type: 'COUNTER' as const,
    quantity,
    at,
  };
  await server.context.billing.intake.takeBatch(
    { serviceId: 'shop', accessKeyId: 'k' },
    { batchId: event.id, events: [event] },
  );
}

async function price(caller: Caller, cents: string): Promise<void> {
  await server.call(
    savePriceRule,
    {
      body: {
        service: 'shop',
        target: '*',
        metric: `calls-of-${caller.userId}`,
        measure: 'COUNTER',
        cents,
        units: 1,
      },
    },
    { as: admin },
  );
}

describe('first set-up', () => {
  test('keeps card and address together and gives the free tier once', async () => {
    const caller = await buildUser(server.context);
    expect(await server.call(hasCard, {}, { as: caller })).toBe(false);
    const { card, virtualCash } = await setUp(caller);
    expect(card).toMatchObject({ last4: '4242', defaultCard: true });
    expect(virtualCash).toBe(5000);
    expect(await server.call(hasCard, {}, { as: caller })).toBe(true);
    const again = { card: { token: await cardToken(), cardHolderName: 'Ada' }, address };
    expect((await server.request(setUpBilling, { body: again }, { as: caller })).statusCode).toBe(409);
    await server.call(deleteCard, { params: { id: card.id } }, { as: caller });
    const moved = { ...address, addressCity: 'Linz' };
    const second = await server.call(
      setUpBilling,
      { body: { card: { token: await cardToken(), cardHolderName: 'Ada' }, address: moved } },
      { as: caller },
    );
    expect(second.address).toMatchObject({ addressCity: 'Linz', defaultAddress: true });
    expect(await server.call(getVirtualCash, {}, { as: caller })).toBe(5000);
    const addresses = await server.call(listAddresses, {}, { as: caller });
    const cityOf = (isDefault: boolean) =>
      addresses
        .filter(({ defaultAddress }) => defaultAddress === isDefault)
        .map(({ addressCity }) => addressCity);
    expect([cityOf(true), cityOf(false)]).toEqual([['Linz'], ['Wien']]);
  });

  test('promises the free tier to who will get it, and to nobody else', async () => {
    const offered = async (as: Caller) => (await server.call(getFreeTierOffer, {}, { as })).cents;
    const caller = await buildUser(server.context);
    const child = await buildUser(server.context, { domainId: caller.domainId, parentId: caller.userId });
    expect([await offered(caller), await offered(child)]).toEqual([5000, 0]);
    // Whoever may pay does so for the customer, who is promised the free tier and gets it.
    const accountant = await buildChild(server.context, caller, ['billing.pay']);
    expect(await offered(accountant)).toBe(5000);
    const { card, virtualCash } = await setUp(accountant);
    expect(virtualCash).toBe(5000);
    expect(await server.call(listCards, {}, { as: caller })).toMatchObject([{ id: card.id }]);
    await server.call(deleteCard, { params: { id: card.id } }, { as: caller });
    expect(await offered(caller), 'not a second time').toBe(0);

    const { content } = await server.call(searchBonuses, { body: {} }, { as: admin });
    const bonus = content.find(({ key }) => key === FREE_TIER_BONUS);
    await server.call(deleteBonus, { params: { id: bonus?.id ?? '' } }, { as: admin });
    const late = await buildUser(server.context);
    expect([await offered(late), (await setUp(late)).virtualCash]).toEqual([0, 0]);
    await server.call(saveBonus, { body: { key: FREE_TIER_BONUS, cents: 5000 } }, { as: admin });
    expect((await server.request(getFreeTierOffer, {})).statusCode).toBe(401);
  });

  test('gives the free tier once for each card, also to many who come with it at once', async () => {
    const { number } = unusedCard();
    const customers = await Promise.all(Array.from({ length: 12 }, () => buildUser(server.context)));
    const answers = await Promise.all(customers.map((caller) => setUp(caller, number)));
    const given = answers.map(({ freeTierCents, virtualCash }) => [freeTierCents, virtualCash]);
    expect(given.toSorted((a, b) => (b[0] ?? 0) - (a[0] ?? 0))).toEqual([
      [5000, 5000],
      ...Array(11).fill([0, 0]),
    ]);
    const late = await buildUser(server.context);
    expect(await setUp(late, number)).toMatchObject({ freeTierCents: 0, virtualCash: 0 });
    expect(await setUp(await buildUser(server.context))).toMatchObject({ freeTierCents: 5000 });
  });

  test('a card that was used where there was no free tier may have it later', async () => {
    const { number } = unusedCard();
    const { content } = await server.call(searchBonuses, { body: {} }, { as: admin });
    const bonus = content.find(({ key }) => key === FREE_TIER_BONUS);
    await server.call(deleteBonus, { params: { id: bonus?.id ?? '' } }, { as: admin });
    expect(await setUp(await buildUser(server.context), number)).toMatchObject({ freeTierCents: 0 });
    await server.call(saveBonus, { body: { key: FREE_TIER_BONUS, cents: 5000 } }, { as: admin });
    expect(await setUp(await buildUser(server.context), number)).toMatchObject({ freeTierCents: 5000 });
  });

  test('keeps nothing when the card is refused or the address is wrong', async () => {
    const caller = await buildUser(server.context);
    const refused = { card: { token: 'tok_none', cardHolderName: 'Ada' }, address };
    expect((await server.request(setUpBilling, { body: refused }, { as: caller })).statusCode).toBe(422);
    const wrongVat = {
      card: { token: await cardToken(), cardHolderName: 'Ada' },
      address: { ...address, companyVat: 'ATU00000000' },
    };
    const answer = await server.request(setUpBilling, { body: wrongVat }, { as: caller });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { field: 'address.companyVat', defaultMessage: 'This is not a valid VAT number of the country.' },
    ]);
    expect(await server.call(listCards, {}, { as: caller })).toEqual([]);
    expect(await server.call(listAddresses, {}, { as: caller })).toEqual([]);
  });
});

describe('cards and addresses', () => {
  test('exactly one is the default, whatever happens at once', async () => {
    const caller = await buildUser(server.context);
    await setUp(caller);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const body = { token: await cardToken(), cardHolderName: 'Ada' };
      ids.push((await server.call(createCard, { body }, { as: caller })).id);
      await server.call(
        createAddress,
        { body: { ...address, addressCity: `City ${count}` } },
        { as: caller },
      );
    }
    await Promise.all(ids.map((id) => server.call(makeCardDefault, { params: { id } }, { as: caller })));
    const cards = await server.call(listCards, {}, { as: caller });
    expect(cards.filter(({ defaultCard }) => defaultCard)).toHaveLength(1);
    const [, second] = await server.call(listAddresses, {}, { as: caller });
    await server.call(makeAddressDefault, { params: { id: second?.id ?? '' } }, { as: caller });
    const addresses = await server.call(listAddresses, {}, { as: caller });
    expect(addresses.filter(({ defaultAddress }) => defaultAddress).map(({ id }) => id)).toEqual([
      second?.id,
    ]);
    const refused = await server.request(deleteAddress, { params: { id: second?.id } }, { as: caller });
    expect(refused.statusCode).toBe(422);
  });

  test('are stored once for one Idempotency-Key, sent twice at once and again', async () => {
    const caller = await buildUser(server.context);
    const headers = { 'idempotency-key': server.context.random.id() };
    const card = { token: await cardToken(), cardHolderName: 'Ada' };
    const send = (body: object) => server.request(createCard, { body }, { as: caller, headers });
    const answers = await Promise.all([send(card), send(card)]);
    answers.push(await send(card));
    const cards = await server.call(listCards, {}, { as: caller });
    expect(answers.map((answer) => answer.json())).toEqual([cards[0], cards[0], cards[0]]);
    expect(cards).toHaveLength(1);
    expect((await send({ ...card, token: await cardToken() })).statusCode).toBe(422);

    const addressHeaders = { 'idempotency-key': server.context.random.id() };
    const sendAddress = () =>
      server.request(createAddress, { body: address }, { as: caller, headers: addressHeaders });
    const [first, second] = await Promise.all([sendAddress(), sendAddress()]);
    expect(first.json()).toEqual(second.json());
    expect(await server.call(listAddresses, {}, { as: caller })).toEqual([first.json()]);
  });

  test('are ten tries of a card an hour for a domain and twenty for an address, whatever became of them', async () => {
    const from = { 'x-forwarded-for': '192.0.2.31' };
    const caller = await buildUser(server.context);
    const child = await buildChild(server.context, caller, ['billing.pay']);
    const body = { token: 'tok_none', cardHolderName: 'Ada' };
    const add = (as: Caller, headers?: Record<string, string>) =>
      server.request(createCard, { body }, { as, ...(headers && { headers }) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(caller)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
    const refused = await add(child);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
    expect(refused.json().message).toBe('Too many attempts. Please try again in 60 minutes.');
    const setUpToo = { body: { card: body, address } };
    expect((await server.request(setUpBilling, setUpToo, { as: caller })).statusCode).toBe(429);
    const tryOften = async (as: Caller, length: number) =>
      Promise.all(Array.from({ length }, () => add(as, from)));
    // What a domain tries after its ten leaves those beside it theirs.
    await tryOften(await buildUser(server.context), 15);
    await tryOften(await buildUser(server.context), 9);
    expect((await add(await buildUser(server.context), from)).statusCode).toBe(422);
    expect((await add(await buildUser(server.context), from)).statusCode).toBe(429);
    expect((await add(await buildUser(server.context))).statusCode).toBe(422);
  });

  test('are 50 of each at most, also of those that come at once', async () => {
    const caller = await buildUser(server.context);
    const { card } = await setUp(caller);
    const { db, random, clock } = server.context;
    for (let count = 0; count < MAX_IN_WALLET - 2; count += 1) {
      const row = { id: random.id(), isDefault: false, createdOn: clock.now() };
      await insertAddress(db, caller, {
        ...row,
        fields: { ...address, addressLine2: '', companyName: '', companyVat: '' },
      });
      const expiry = { last4: '4242', expMonth: 12, expYear: 2030 };
      const kept = { provider: 'test', providerCustomer: 'cus_1', providerCard: row.id };
      await insertCard(db, caller, { ...row, ...expiry, ...kept, holderName: 'Ada' });
    }
    const addCard = async () => {
      const body = { token: await cardToken(), cardHolderName: 'Ada' };
      return server.request(createCard, { body }, { as: caller });
    };
    const addAddress = () => server.request(createAddress, { body: address }, { as: caller });
    for (const [add, table] of [
      [addCard, 'cards'],
      [addAddress, 'addresses'],
    ] as const) {
      const answers = await Promise.all([add(), add(), add()]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
        200, 422, 422,
      ]);
      const refused = answers.find(({ statusCode }) => statusCode === 422);
      expect(refused?.json().message).toBe(`You can have at most 50 ${table}. Delete one first.`);
    }
    const [, other] = await server.call(listCards, {}, { as: caller });
    expect(other?.id).not.toBe(card.id);
    await server.call(deleteCard, { params: { id: other?.id ?? '' } }, { as: caller });
    expect((await addCard()).statusCode).toBe(200);
  });

  test('a card that was removed cannot be charged at its provider any more', async () => {
    const caller = await buildUser(server.context);
    await setUp(caller);
    const body = { token: await cardToken(), cardHolderName: 'Ada' };
    const { id } = await server.call(createCard, { body }, { as: caller });
    const { jobs, billing, db } = server.context;
    await server.call(deleteCard, { params: { id } }, { as: caller });
    await jobs.runDue(billingJobs(billing));
    const stored = await findCard(db, id);
    const kept = { customer: stored?.providerCustomer ?? '', card: stored?.providerCard ?? '' };
    const charge = {
      idempotencyKey: id,
      amountCents: 100,
      currency: 'usd',
      description: '',
      bill: 'domain/user/2026-10',
      isOld: false,
      isOffSession: false,
    };
    expect((await billing.provider.charge({ ...charge, ...kept })).status).toBe('failed');
  });

  test("another customer's card is missing", async () => {
    const customer = await buildUser(server.context);
    const { card } = await setUp(customer);
    const stranger = await buildUser(server.context);
    for (const endpoint of [makeCardDefault, deleteCard]) {
      const answer = await server.request(endpoint, { params: { id: card.id } }, { as: stranger });
      expect(answer.statusCode).toBe(404);
    }
    expect(await server.call(listCards, {}, { as: stranger })).toEqual([]);
  });
});

describe('usage', () => {
  test('is rated exactly, a child user is billed to its parent, a stranger sees nothing', async () => {
    const parent = await buildUser(server.context);
    const child = await buildUser(server.context, { domainId: parent.domainId, parentId: parent.userId });
    await price(parent, '0.5');
    await price(child, '0.25');
    await meter(parent, 3, '2026-11-21T09:00:00Z');
    await meter(child, 3, '2026-11-21T09:00:00Z');
    expect((await server.call(getUsage, {}, { as: parent })).grandTotalCents).toBe(2 + 1);
    expect((await server.call(getUsage, {}, { as: child })).grandTotalCents).toBe(1);
    const accountant = await buildChild(server.context, parent, ['billing.read']);
    expect((await server.call(getUsage, {}, { as: accountant })).grandTotalCents).toBe(2 + 1);
    const usageWith = async (permission: Permission) => {
      const key = { label: 'k', kind: 'token' as const, permissions: [permission] };
      const { token } = await server.call(createOwnKey, { body: key }, { as: parent });
      const headers = { authorization: `Bearer ${token}` };
      return (await server.request(getUsage, {}, { headers })).json().grandTotalCents;
    };
    expect([await usageWith('billing.read'), await usageWith('tests.read')]).toEqual([2 + 1, 2]);
    const stranger = await buildUser(server.context);
    expect(await server.call(getUsage, {}, { as: stranger })).toEqual({ grandTotalCents: 0, services: [] });
  });

  test('each event counts once, in whatever batch it comes', async () => {
    const caller = await buildUser(server.context);
    await price(caller, '1');
    const event = (id: string) => ({
      id,
      domainId: caller.domainId,
      userId: caller.userId,
      serviceId: 'shop',
      metric: `calls-of-${caller.userId}`,
      target: 'live',
      type: 'COUNTER' as const,
      quantity: 7,
      at: '2026-11-21T09:00:00Z',
    });
    const service = { serviceId: 'shop', accessKeyId: 'k' };
    const batches = [
      ['e1', 'e2'],
      ['e2', 'e3'],
      ['e1', 'e1', 'e3'],
    ];
    await Promise.all(
      batches.map((ids, index) =>
        server.context.billing.intake.takeBatch(service, {
          batchId: `b${index}`,
          events: ids.map((id) => event(`${caller.userId}-${id}`)),
        }),
      ),
    );
    expect((await server.call(getUsage, {}, { as: caller })).grandTotalCents).toBe(21);
    await expect(
      server.context.billing.intake.takeBatch(
        { serviceId: 'other', accessKeyId: 'k' },
        { batchId: 'x', events: [event('x')] },
      ),
    ).rejects.toThrow('own usage');
  });

  test('an event that takes a sum beyond 63 bits is rejected, and the rest of its batch counts', async () => {
    const caller = await buildUser(server.context);
    const other = await buildUser(server.context);
    await price(other, '1');
    const event = ({ domainId, userId }: Caller, id: string, quantity: number) => ({
      id: `${userId}-${id}`,
      domainId,
      userId,
      serviceId: 'shop',
      metric: `calls-of-${userId}`,
      target: 'live',
      type: 'COUNTER' as const,
      quantity,
      at: '2026-11-21T09:00:00Z',
    });
    // 1,024 events of 2^53 - 1 fit into a sum.
    const events = Array.from({ length: 1026 }, (_, index) =>
      event(caller, String(index), Number.MAX_SAFE_INTEGER),
    );
    events.splice(500, 0, event(other, 'small', 7));
    const { billing } = server.context;
    await billing.intake.takeBatch({ serviceId: 'shop', accessKeyId: 'k' }, { batchId: 'huge', events });
    const { rejections } = await billing.usageRejections.list(100);
    const ofCaller = rejections.filter((each) => each.event.userId === caller.userId);
    expect(ofCaller.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'The sum of this usage would exceed 9,223,372,036,854,775,807.'),
    );
    expect((await server.call(getUsage, {}, { as: other })).grandTotalCents).toBe(7);
  });
});

describe('invoices', () => {
  async function invoiced(number?: string, quantity = 6000): Promise<Caller> {
    const caller = await buildUser(server.context);
    if (number !== undefined) await setUp(caller, number);
    await price(caller, '1');
    const now = server.clock.now();
    await meter(caller, quantity, now.toISOString());
    return caller;
  }

  test('a month is closed once: gapless numbers, oldest credit first, immutable', async () => {
    const [rich, poor, free] = [
      await invoiced(unusedCard().number),
      await invoiced(),
      await invoiced(unusedCard().number, 100),
    ];
    const declining = await invoiced('4000000000000002');
    const authenticating = await invoiced('4000002500003155');
    const losing = await invoiced('4000000000000119');
    const { monthClose } = server.context.billing;
    await expect(monthClose.closeMonth('2026-11')).rejects.toThrow('not ended');
    await expect(monthClose.closeMonth('2026-13')).rejects.toThrow('not a month');
    server.clock.travelTo('2026-12-02T02:20:00Z');
    await Promise.all([monthClose.closeDueMonths(), monthClose.closeDueMonths()]);
    expect(await monthClose.closeMonth('2026-11')).toEqual({ made: 0, failed: [] });

    const only = async (caller: Caller) =>
      (await server.call(listInvoices, { body: {} }, { as: caller })).content;
    const [invoice] = await only(rich);
    expect(invoice).toMatchObject({
      amount: 1000,
      virtualCashDiscount: 5000,
      paid: false,
      currency: 'usd',
      period: { start: '2026-11-01', end: '2026-11-30' },
      bill: { grandTotalCents: 6000 },
      card: { last4: '4242' },
    });
    expect(await server.call(getVirtualCash, {}, { as: rich })).toBe(0);
    expect((await only(poor))[0]).toMatchObject({ amount: 6000, virtualCashDiscount: 0, card: null });
    expect((await only(free))[0]).toMatchObject({ amount: 0, paid: true, virtualCashDiscount: 100 });
    const numbers = await server.context.db
      .selectFrom('invoices')
      .select('number')
      .orderBy('number')
      .execute();
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`),
    );
    const id = (invoice?.id ?? '') as InvoiceKey;
    await expect(
      server.context.db.updateTable('invoices').set({ grandTotalCents: 1 }).where('id', '=', id).execute(),
    ).rejects.toThrow('cannot be changed');

    // Late usage of the closed month is billed in the running one.
    await meter(rich, 5, '2026-11-30T23:00:00Z');
    expect((await server.call(getUsage, {}, { as: rich })).grandTotalCents).toBe(5);

    // No one else finds the invoice, nor its PDF.
    for (const endpoint of [getInvoice, payInvoice, getInvoicePdf]) {
      for (const as of [poor, admin]) {
        expect((await server.request(endpoint, { params: { id } }, { as })).statusCode).toBe(404);
      }
    }
    const pdf = await server.request(getInvoicePdf, { params: { id } }, { as: rich });
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

    // In place of a card that has been removed no other one is charged.
    const shown = { params: { id }, query: { card: '0190f2c4-7a10-7000-8000-000000000000' } };
    const changed = await server.request(payInvoice, shown, { as: rich });
    expect([changed.statusCode, changed.json().message]).toEqual([
      409,
      'Nothing was charged: the card that you chose has been removed. Pay again with another card.',
    ]);
    expect(await chargesOf(rich)).toEqual([]);

    // A hundred clicks charge once.
    const clicks = await Promise.all(
      Array.from({ length: 100 }, () => server.call(payInvoice, { params: { id }, query: {} }, { as: rich })),
    );
    expect(clicks.every(({ paid }) => paid)).toBe(true);
    expect(await chargesOf(rich)).toEqual([1000]);

    // Without a card there is nothing to pay with.
    const unpaid = (await only(poor))[0]?.id;
    const noCard = await server.request(payInvoice, { params: { id: unpaid } }, { as: poor });
    expect([noCard.statusCode, noCard.json().message]).toEqual([422, 'Please add a card first.']);

    // A refusal is kept on the invoice.
    const declined = (await only(declining))[0]?.id ?? '';
    const refusal = await server.request(payInvoice, { params: { id: declined } }, { as: declining });
    expect([refusal.statusCode, refusal.json().message]).toEqual([422, 'Your card was declined.']);
    expect(await server.call(getInvoice, { params: { id: declined } }, { as: declining })).toMatchObject({
      paid: false,
      paymentError: 'Your card was declined.',
    });

    // The holder confirms, then pays again.
    const strong = (await only(authenticating))[0]?.id ?? '';
    const first = await server.call(
      payInvoice,
      { params: { id: strong }, query: {} },
      { as: authenticating },
    );
    expect(first.paid).toBe(false);
    const clientSecret = first.authentication?.clientSecret ?? '';
    await server.call(confirmTestPayment, { body: { clientSecret, isApproved: true } });
    expect(
      (await server.call(payInvoice, { params: { id: strong }, query: {} }, { as: authenticating })).paid,
    ).toBe(true);

    // A lost answer is found out, without another charge.
    const lost = (await only(losing))[0]?.id ?? '';
    expect((await server.request(payInvoice, { params: { id: lost } }, { as: losing })).statusCode).toBe(503);
    server.clock.travel(120_000);
    await server.context.billing.payments.reconcile();
    expect((await server.call(getInvoice, { params: { id: lost } }, { as: losing })).paid).toBe(true);
    expect(await chargesOf(losing)).toEqual([1000]);
  });
});

async function chargesOf(caller: Caller): Promise<number[]> {
  const rows = await server.context.db
    .selectFrom('testProviderCharges as charge')
    .innerJoin('cards', 'cards.providerCard', 'charge.cardId')
    .select('charge.amountCents')
    .where('cards.userId', '=', caller.userId)
    .where('charge.status', '=', 'succeeded')
    .execute();
  return rows.map(({ amountCents }) => amountCents);
}
