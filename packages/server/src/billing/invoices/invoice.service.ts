import type { getInvoice, Invoice, InvoicesRequest } from '@atrium/contract/billing/invoice';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { PlatformSummary } from '@atrium/contract/operations/platform';
import { type PagedResult, toPagedResult } from '@atrium/contract/paging';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import { utcDay } from '../../utc.ts';
import { findAutomaticCharge } from '../automatic-payments/automatic-charge.repository.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import { listReversals } from '../payments/reversal.repository.ts';
import {
  countUnpaidInvoices,
  findIssuedInvoice,
  type InvoiceLine,
  listDomainIdsOfInvoice,
  listInvoicedUsers,
  listInvoiceLines,
  listInvoices,
  listOverdueSums,
  listUnpaidInvoices,
  type PrintedInvoice,
  type UnpaidCounts,
} from './invoice.repository.ts';

type FoundInvoice = EndpointResponse<typeof getInvoice>;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'findDomainName'>;
}

export class Invoices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lists a customer's unpaid invoices, oldest first. */
  listUnpaid(customer: Customer): Promise<Invoice[]> {
    return listUnpaidInvoices(this.#parts.db, customer);
  }

  /** Newest month first. */
  async list(customer: Customer, wanted: InvoicesRequest): Promise<PagedResult<Invoice>> {
    const { invoices, total } = await listInvoices(this.#parts.db, customer, wanted);
    return toPagedResult(await this.#withReversals(customer, invoices), total, wanted);
  }

  /** Returns all invoices, newest month first, without their usage. */
  async export(customer: Customer): Promise<(InvoiceLine & Pick<Invoice, 'reversals'>)[]> {
    return this.#withReversals(customer, await listInvoiceLines(this.#parts.db, customer));
  }

  async find(customer: Customer, id: string, db: Store = this.#parts.db): Promise<FoundInvoice | undefined> {
    const issued = await findIssuedInvoice(db, customer, id);
    if (issued === undefined) return undefined;
    const automaticCharge = (await findAutomaticCharge(db, customer, issued.invoice.id)) ?? null;
    const customerName = await this.#parts.people.findDomainName(customer.domainId, db);
    const [invoice = issued.invoice] = await this.#withReversals(customer, [issued.invoice], db);
    return { ...invoice, automaticCharge, customerName, seller: issued.seller };
  }

  async get(customer: Customer, id: string): Promise<FoundInvoice> {
    const invoice = await this.find(customer, id);
    if (invoice === undefined) throw new NotFoundError();
    return invoice;
  }

  /** Whether a month is billed to a customer. */
  async hasMonth({ userId }: Customer, month: string): Promise<boolean> {
    return (await listInvoicedUsers(this.#parts.db, [userId], month)).has(userId);
  }

  /** Domains that an invoice of this number or id was made for. */
  listDomainIds(printed: PrintedInvoice): Promise<string[]> {
    return listDomainIdsOfInvoice(this.#parts.db, printed);
  }

  /** Counts unpaid and overdue invoices of each domain; domains without any are omitted. */
  async listUnpaidCounts(domainIds: readonly string[]): Promise<Map<string, UnpaidCounts>> {
    if (domainIds.length === 0) return new Map();
    const { db, clock } = this.#parts;
    return countUnpaidInvoices(db, domainIds, utcDay(clock.now()));
  }

  /** Overdue invoices of all customers, for operators. */
  async getOverdue(): Promise<PlatformSummary['overdue']> {
    const { db, clock } = this.#parts;
    const sums = await listOverdueSums(db, utcDay(clock.now()));
    const oldest = sums.map(({ oldestDueOn }) => oldestDueOn).sort((a, b) => a.getTime() - b.getTime())[0];
    return {
      invoices: sums.reduce((sum, { invoices }) => sum + invoices, 0),
      amounts: sums.map(({ currency, amount }) => ({ currency, amount })),
      oldestDueOn: oldest?.toISOString() ?? null,
    };
  }

  async #withReversals<I extends { id: InvoiceKey }>(
    { domainId }: Customer,
    invoices: I[],
    db: Store = this.#parts.db,
  ): Promise<(I & Pick<Invoice, 'reversals'>)[]> {
    const ids = invoices.map(({ id }) => id);
    const reversals = await listReversals(db, domainId, ids);
    return invoices.map((invoice) => {
      const own = reversals.get(invoice.id);
      return own === undefined ? invoice : { ...invoice, reversals: own };
    });
  }
}
