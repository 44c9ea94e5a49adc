import { DEFAULT_SELLER } from '@atrium/contract/billing/seller';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { insertAutomaticCharges } from '../src/billing/automatic-payments/automatic-charge.repository.ts';
import type { InvoiceKey } from '../src/billing/billing.tables.ts';
import { insertInvoices } from '../src/billing/invoices/invoice.repository.ts';
import type { Caller } from '../src/http/caller.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './support.ts';
import { unusedCard } from './unused-card.ts';

/** A customer with a card that is charged without a question. */
export async function buildCustomer(server: TestApp): Promise<{ caller: Caller; cardId: string }> {
  const caller = await buildUser(server.context);
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  const body = { card: { token, cardHolderName: 'Ada' }, address };
  const { card } = await server.call(setUpBilling, { body }, { as: caller });
  return { caller, cardId: card.id };
}

const ADDRESS = { country: 'AT', city: 'Wien', line1: 'Ring 1', line2: '', zip: '1010', companyVat: '' };

/** An open invoice of its own month; returns its id. */
export async function buildInvoice(
  { context: { db, random, clock } }: TestApp,
  { domainId, userId }: Caller,
  invoice: {
    /** To be paid, after the discount. */
    cents: number;
    discountCents?: number;
    month?: string;
    currency?: string;
    dueDate?: Date;
    companyName?: string;
  },
): Promise<InvoiceKey> {
  const { cents, discountCents = 0, month = '2026-10', currency = 'usd', companyName } = invoice;
  const id = random.id() as InvoiceKey;
  const now = clock.now();
  await insertInvoices(db, [
    {
      id,
      domainId,
      userId,
      month,
      currency,
      number: `test-${id}`,
      period: {
        start: `${month}-01`,
        end: `${month}-28`,
      },
      createdOn: now,
      dueDate: invoice.dueDate ?? now,
      grandTotalCents: cents + discountCents,
      discountCents,
      services: [],
      address: companyName === undefined ? null : { ...ADDRESS, companyName },
      card: null,
      seller: DEFAULT_SELLER,
      paidOn: null,
    },
  ]);
  return id;
}

/** Has an invoice charged automatically from now on. */
export async function chargeAutomatically(
  { context: { db, clock } }: TestApp,
  { domainId, userId }: Caller,
  invoiceId: InvoiceKey,
): Promise<void> {
  await insertAutomaticCharges(db, [{ invoiceId, domainId, userId }], clock.now());
}
