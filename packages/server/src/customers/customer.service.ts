import type { Session } from '@atrium/contract/accounts/sessions';
import type { Credit } from '@atrium/contract/billing/credit';
import type { Usage } from '@atrium/contract/billing/usage';
import type {
  Customer,
  CustomerInvoice,
  CustomerPayment,
  CustomerPerson,
  getCustomerPayments,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import { CREDIT_TO_CLOSED, type GiveCredit } from '@atrium/contract/customers/customer-credit';
import type { CustomerHost } from '@atrium/contract/customers/customer-hosts';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { Billing } from '../billing/billing.ts';
import type { Caller, Operator } from '../http/caller.ts';

/** Ten years of them. */
const SHOWN_INVOICES = 120;
const SHOWN_PAYMENTS = 200;

type DirectoryEntry = Awaited<ReturnType<Accounts['directory']['get']>>;

interface Parts {
  accounts: Pick<Accounts, 'directory' | 'functionHosts' | 'locks' | 'help' | 'people'>;
  billing: Pick<Billing, 'credits' | 'invoices' | 'payments' | 'usage' | 'wallet'>;
}

/** Administrators' view of customers. Stores nothing: every area provides its own data. */
export class Customers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns one page. The total is not counted, because that would require reading all customers. */
  async list({
    text,
    after,
    size,
  }: EndpointInput<typeof searchCustomers>['body']): Promise<EndpointResponse<typeof searchCustomers>> {
    const ids = text === '' ? [] : await this.#listPrinted(text);
    const entries = await this.#parts.accounts.directory.list({ text, ids, after, limit: size + 1 });
    const content = await this.#describe(entries.slice(0, size));
    const last = content.at(-1);
    const hasMore = entries.length > size && last !== undefined;
    return { content, next: hasMore ? { createdOn: last.createdOn, id: last.id } : null };
  }

  async get(id: string): Promise<Customer> {
    const [customer] = await this.#describe([await this.#parts.accounts.directory.get(id)]);
    if (customer === undefined) throw new NotFoundError();
    return customer;
  }

  async getUsage(id: string): Promise<Usage> {
    const owner = await this.#findOwner(id);
    if (owner === undefined) return { grandTotalCents: 0, services: [] };
    return this.#parts.billing.usage.getCurrent({ ...owner, parentId: null });
  }

  /** Newest first. */
  async listInvoices(id: string): Promise<CustomerInvoice[]> {
    const owner = await this.#findOwner(id);
    if (owner === undefined) return [];
    const { content } = await this.#parts.billing.invoices.list(owner, {
      page: 0,
      size: SHOWN_INVOICES,
      isUnpaid: false,
    });
    return content;
  }

  async getPayments(id: string): Promise<EndpointResponse<typeof getCustomerPayments>> {
    const { wallet, payments } = this.#parts.billing;
    const owner = await this.#findOwner(id);
    const [cards, attempts] = await Promise.all([
      owner === undefined ? [] : wallet.listCards(owner),
      payments.list(id, SHOWN_PAYMENTS),
    ]);
    return {
      cards,
      payments: attempts.map(
        ({ createdOn, invoiceNumber, ...payment }): CustomerPayment => ({
          ...payment,
          createdOn: createdOn.toISOString(),
          invoiceId: invoiceNumber,
        }),
      ),
    };
  }

  async listPeople(id: string): Promise<CustomerPerson[]> {
    const { directory } = this.#parts.accounts;
    await directory.get(id);
    return directory.listPeople(id);
  }

  async listSessions(caller: Caller, id: string): Promise<Session[]> {
    const { directory } = this.#parts.accounts;
    await directory.get(id);
    return directory.listSessions(caller, id);
  }

  async listHosts(id: string): Promise<CustomerHost[]> {
    const { directory, functionHosts } = this.#parts.accounts;
    await directory.get(id);
    return functionHosts.list(id);
  }

  addHost(operator: Operator, id: string, hostName: string): Promise<CustomerHost> {
    return this.#parts.accounts.functionHosts.add(operator, id, hostName);
  }

  removeHost(operator: Operator, id: string, hostName: string): Promise<void> {
    return this.#parts.accounts.functionHosts.remove(operator, id, hostName);
  }

  /** Newest first. */
  async listCredits(id: string): Promise<Credit[]> {
    const owner = await this.#findOwner(id);
    return owner === undefined ? [] : this.#parts.billing.credits.list(owner);
  }

  async giveCredit(operator: Operator, id: string, gift: z.output<typeof GiveCredit>): Promise<Credit[]> {
    const { accounts, billing } = this.#parts;
    const { owner, closedOn } = await accounts.directory.get(id);
    if (closedOn !== null) throw new UnprocessableError(CREDIT_TO_CLOSED);
    if (owner === null) throw new UnprocessableError('The account of the owner is closed.');
    const customer = { domainId: id, userId: owner.userId };
    await billing.credits.give(operator, customer, gift);
    return billing.credits.list(customer);
  }

  async lock(operator: Operator, id: string, reason: string): Promise<Customer> {
    await this.#parts.accounts.locks.lock(operator, id, reason);
    return this.get(id);
  }

  async unlock(operator: Operator, id: string): Promise<Customer> {
    await this.#parts.accounts.locks.unlock(operator, id);
    return this.get(id);
  }

  async endSessions(operator: Operator, id: string, sessionId?: string): Promise<{ ended: number }> {
    return { ended: await this.#parts.accounts.help.endSessions(operator, id, sessionId) };
  }

  sendReset(operator: Operator, id: string, userId: string): Promise<void> {
    return this.#parts.accounts.help.sendReset(operator, id, userId);
  }

  /** Finds customers by printed text: an invoice number, the last digits of a card, or any id. */
  async #listPrinted(text: string): Promise<string[]> {
    const { accounts, billing } = this.#parts;
    const id = z.uuid().safeParse(text.toLowerCase()).data;
    const last4 = /(?<!\d)\d{4}$/.exec(text)?.[0];
    const [ofInvoice, ofCard, ofUser] = await Promise.all([
      billing.invoices.listDomainIds({ number: text, id }),
      last4 === undefined ? [] : billing.wallet.listDomainIds(last4),
      id === undefined ? undefined : accounts.directory.findIdOfUser(id),
    ]);
    return [...ofInvoice, ...ofCard, ofUser, id].filter((found) => found !== undefined);
  }

  /** Returns the payer of a domain's bills, removed or not: debts remain. Throws if there is no such domain. */
  async #findOwner(id: string): Promise<{ domainId: string; userId: string } | undefined> {
    const { directory, people } = this.#parts.accounts;
    await directory.get(id);
    const userId = await people.findOwnerId(id);
    return userId === undefined ? undefined : { domainId: id, userId };
  }

  async #describe(entries: readonly DirectoryEntry[]): Promise<Customer[]> {
    const unpaid = await this.#parts.billing.invoices.listUnpaidCounts(entries.map(({ id }) => id));
    return entries.map((entry) => ({
      ...entry,
      createdOn: entry.createdOn.toISOString(),
      lockedOn: entry.lockedOn?.toISOString() ?? null,
      closedOn: entry.closedOn?.toISOString() ?? null,
      contentEndsOn: entry.contentEndsOn?.toISOString() ?? null,
      unpaidInvoices: unpaid.get(entry.id)?.unpaid ?? 0,
      overdueInvoices: unpaid.get(entry.id)?.overdue ?? 0,
      overdueSince: unpaid.get(entry.id)?.overdueSince?.toISOString() ?? null,
    }));
  }
}
