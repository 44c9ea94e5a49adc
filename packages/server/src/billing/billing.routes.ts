import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeAddressDefault,
  updateAddress,
} from '@atrium/contract/billing/address';
import { getAutomaticPayment, setAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { createBudget, deleteBudget, listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { createCard, deleteCard, hasCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { listCredits } from '@atrium/contract/billing/credit';
import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import {
  exportInvoices,
  getInvoice,
  getInvoicePdf,
  listInvoices,
  payInvoice,
} from '@atrium/contract/billing/invoice';
import { getPaymentConfig, setUpBilling } from '@atrium/contract/billing/setup';
import { confirmTestPayment, createTestToken } from '@atrium/contract/billing/test-provider';
import { getVirtualCash } from '@atrium/contract/billing/usage';
import { takePaymentEvent } from '@atrium/contract/billing/webhook';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { rehearsePriceDeletion, rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import { sendUsageBatch } from '@atrium/contract/service-api/functions/usage';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Billing } from './billing.ts';
import { customerOf } from './customer.ts';
import { writeInvoiceCsv } from './invoices/invoice-csv.ts';
import { invoicePdf } from './paper/invoice-pdf.ts';
import { usageRoutes } from './reports/usage.routes.ts';

export async function billingRoutes(app: FastifyInstance, billing: Billing): Promise<void> {
  const { wallet, budgets, functionStops, credits, invoices, payments, automaticPayments } = billing;
  const { intake, rehearsals, provider } = billing;

  route(app, sendUsageBatch, ({ caller, body }) => intake.takeBatch(caller, body));
  usageRoutes(app, billing);
  route(app, getVirtualCash, ({ caller }) => wallet.findVirtualCash(caller));
  route(app, getFreeTierOffer, async ({ caller }) => ({
    cents: await wallet.getFreeTierOffer(customerOf(caller)),
  }));

  route(app, hasCard, ({ caller }) => wallet.hasCard(customerOf(caller)));
  route(app, createCard, ({ caller, body, request }) =>
    wallet.createCard(customerOf(caller), body, request.ip),
  );
  route(app, listCards, ({ caller }) => wallet.listCards(customerOf(caller)));
  route(app, makeCardDefault, ({ caller, params }) =>
    wallet.makeDefault(customerOf(caller), 'cards', params.id),
  );
  route(app, deleteCard, ({ caller, params }) => wallet.delete(customerOf(caller), 'cards', params.id));

  route(app, createAddress, ({ caller, body }) => wallet.createAddress(customerOf(caller), body));
  route(app, updateAddress, ({ caller, params, body }) =>
    wallet.updateAddress(customerOf(caller), params.id, body),
  );
  route(app, listAddresses, ({ caller }) => wallet.listAddresses(customerOf(caller)));
  route(app, makeAddressDefault, ({ caller, params }) =>
    wallet.makeDefault(customerOf(caller), 'addresses', params.id),
  );
  route(app, deleteAddress, ({ caller, params }) =>
    wallet.delete(customerOf(caller), 'addresses', params.id),
  );

  route(app, listBudgets, ({ caller }) => budgets.list(customerOf(caller)));
  route(app, createBudget, ({ caller, body }) => budgets.create(customerOf(caller), body));
  route(app, updateBudget, ({ caller, params, body }) => budgets.update(customerOf(caller), params.id, body));
  route(app, deleteBudget, ({ caller, params }) => budgets.delete(customerOf(caller), params.id));
  // Pages of services only see the stops of their own service.
  route(app, listFunctionStops, ({ caller }) => functionStops.list(caller, caller.page?.serviceId));

  route(app, getAutomaticPayment, ({ caller }) => automaticPayments.get(customerOf(caller)));
  route(app, setAutomaticPayment, ({ caller, body }) => automaticPayments.set(customerOf(caller), body));

  route(app, setUpBilling, ({ caller, body, request }) => wallet.setUp(customerOf(caller), body, request.ip));
  route(app, getPaymentConfig, async () => provider.cardField);

  route(app, listCredits, ({ caller }) => credits.list(customerOf(caller)));
  route(app, listInvoices, ({ caller, body }) => invoices.list(customerOf(caller), body));
  route(app, exportInvoices, async ({ caller, reply }) => {
    const lines = await invoices.export(customerOf(caller));
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invoices.csv"');
    return writeInvoiceCsv(lines);
  });
  route(app, getInvoice, ({ caller, params }) => invoices.get(customerOf(caller), params.id));
  route(app, payInvoice, ({ caller, params, query }) =>
    payments.pay(customerOf(caller), params.id, query.card),
  );
  route(app, getInvoicePdf, async ({ caller, params, reply }) => {
    const invoice = await invoices.get(customerOf(caller), params.id);
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${invoice.invoiceId}.pdf"`);
    return invoicePdf(invoice);
  });

  route(app, rehearsePriceRule, ({ body }) => rehearsals.rehearse(body));
  route(app, rehearsePriceDeletion, ({ params }) => rehearsals.rehearseDeletion(params.id));

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
