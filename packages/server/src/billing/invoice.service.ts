import type { Invoice } from '@atrium/contract/billing/invoice';
import { type PagedResult, type PageRequest, toPagedResult } from '@atrium/contract/paging';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { findInvoice, listInvoices } from './invoice.repository.ts';

interface Parts {
  db: Kysely<Database>;
}

export class Invoices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest month first. */
  async list(caller: Caller, page: PageRequest): Promise<PagedResult<Invoice>> {
    const { invoices, total } = await listInvoices(this.#parts.db, caller, page);
    return toPagedResult(invoices, total, page);
  }

  async get(caller: Caller, id: string): Promise<Invoice> {
    const invoice = await findInvoice(this.#parts.db, caller, id);
    if (invoice === undefined) throw new NotFoundError();
    return invoice;
  }
}
