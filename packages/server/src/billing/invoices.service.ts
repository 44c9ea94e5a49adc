import type { Invoice } from '@atrium/contract/billing/invoice';
import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { NotFoundError } from '../http/errors.ts';
import { findInvoice, listInvoices } from './invoice.repository.ts';

export interface Invoices {
  /** Newest month first. */
  listInvoices(caller: Caller, page: PageRequest): Promise<PagedResult<Invoice>>;
  getInvoice(caller: Caller, id: string): Promise<Invoice>;
}

export function createInvoices(db: Kysely<Database>): Invoices {
  return {
    async listInvoices(caller, page) {
      const { invoices, total } = await listInvoices(db, caller, page);
      return toPagedResult(invoices, total, page);
    },
    async getInvoice(caller, id) {
      const invoice = await findInvoice(db, caller, id);
      if (invoice === undefined) throw new NotFoundError();
      return invoice;
    },
  };
}
