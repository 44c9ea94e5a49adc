import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeAddressDefault,
  updateAddress,
} from '@atrium/contract/billing/address';
import { createCard, deleteCard, hasCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { getInvoice, getInvoicePdf, listInvoices, payInvoice } from '@atrium/contract/billing/invoice';
import { getPaymentConfig, setUpBilling } from '@atrium/contract/billing/setup';
import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { takePaymentEvent } from '@atrium/contract/billing/webhook';
import { getFreeTierOffer } from '@atrium/contract/pricing/bonus';
import { rehearsePriceRule } from '@atrium/contract/pricing/price-rule';
import { sendUsageBatch } from '@atrium/contract/service-api/usage';
import type { FastifyInstance } from 'fastify';
import type { Idempotent } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import type { Billing } from './billing.ts';
import { invoicePdf } from './invoice-pdf.ts';

export async function billingRoutes(
  app: FastifyInstance,
  billing: Billing,
  idempotent: Idempotent,
): Promise<void> {
  const { wallet, invoices, payments, usage, intake, rehearsals, provider } = billing;

  route(app, sendUsageBatch, ({ service, body }) => intake.takeBatch(service, body));
  route(app, getUsage, ({ caller }) => usage.currentUsage(caller));
  route(app, getVirtualCash, ({ caller }) => wallet.virtualCash(caller));
  route(app, getFreeTierOffer, async ({ caller }) => ({ cents: await wallet.freeTierOffer(caller) }));

  route(app, hasCard, ({ caller }) => wallet.hasCard(caller));
  route(
    app,
    createCard,
    idempotent(createCard, ({ caller, body }) => wallet.addCard(caller, body)),
  );
  route(app, listCards, ({ caller }) => wallet.listCards(caller));
  route(app, makeCardDefault, ({ caller, params }) => wallet.makeDefault(caller, 'cards', params.id));
  route(app, deleteCard, ({ caller, params }) => wallet.remove(caller, 'cards', params.id));

  route(
    app,
    createAddress,
    idempotent(createAddress, ({ caller, body }) => wallet.addAddress(caller, body)),
  );
  route(app, updateAddress, ({ caller, params, body }) => wallet.changeAddress(caller, params.id, body));
  route(app, listAddresses, ({ caller }) => wallet.listAddresses(caller));
  route(app, makeAddressDefault, ({ caller, params }) => wallet.makeDefault(caller, 'addresses', params.id));
  route(app, deleteAddress, ({ caller, params }) => wallet.remove(caller, 'addresses', params.id));

  route(
    app,
    setUpBilling,
    idempotent(setUpBilling, ({ caller, body }) => wallet.setUp(caller, body)),
  );
  route(app, getPaymentConfig, async () => ({
    provider: provider.name,
    publishableKey: provider.publishableKey,
    script: provider.script,
  }));

  route(app, listInvoices, ({ caller, body }) => invoices.listInvoices(caller, body));
  route(app, getInvoice, ({ caller, params }) => invoices.getInvoice(caller, params.id));
  route(
    app,
    payInvoice,
    idempotent(payInvoice, ({ caller, params }) => payments.payInvoice(caller, params.id)),
  );
  route(app, getInvoicePdf, async ({ caller, params, reply }) => {
    const invoice = await invoices.getInvoice(caller, params.id);
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${invoice.invoiceId}.pdf"`);
    return invoicePdf(invoice);
  });

  route(app, rehearsePriceRule, ({ body }) => rehearsals.rehearse(body));

  await app.register(async (raw) => {
    // The signature is over the bytes: parsing and writing them again would change it.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    route(raw, takePaymentEvent, ({ body, request }) =>
      payments.takeEvent(body as Buffer, String(request.headers['stripe-signature'] ?? '')),
    );
  });

  if (provider.name === 'test') {
    route(app, createTestToken, async ({ body }) => ({ token: await provider.createToken(body) }));
    route(app, confirmTestPayment, ({ body }) => provider.confirm(body.clientSecret, body.isApproved));
  }
}
