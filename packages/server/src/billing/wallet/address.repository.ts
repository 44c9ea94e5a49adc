import type { Address, AddressFields } from '@atrium/contract/billing/address-fields';
import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { AddressColumns, BillingTables } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import { isOwnedByAny } from './owned.repository.ts';

export function toAddressFields(row: AddressColumns): AddressFields {
  return {
    addressCountry: row.country,
    addressCity: row.city,
    addressLine1: row.line1,
    addressLine2: row.line2,
    addressZip: row.zip,
    companyName: row.companyName,
    companyVat: row.companyVat,
  };
}

function toAddressColumns(fields: AddressFields): AddressColumns {
  return {
    country: fields.addressCountry,
    city: fields.addressCity,
    line1: fields.addressLine1,
    line2: fields.addressLine2,
    zip: fields.addressZip,
    companyName: fields.companyName,
    companyVat: fields.companyVat,
  };
}

const toAddress = (row: Selectable<BillingTables['addresses']>): Address => ({
  id: row.id,
  ...toAddressFields(row),
  defaultAddress: row.isDefault,
});

/** Oldest first. */
export async function listAddresses(db: Store, { domainId, userId }: Customer): Promise<Address[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('removedOn', 'is', null)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
  return rows.map(toAddress);
}

/** The default addresses of several users, by user. */
export async function listDefaultAddresses(
  db: Store,
  customers: Customer[],
): Promise<Map<string, AddressColumns>> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where(isOwnedByAny('addresses', customers))
    .where('isDefault', '=', true)
    .where('removedOn', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.userId, toAddressColumns(toAddressFields(row))]));
}

export async function insertAddress(
  db: Store,
  { domainId, userId }: Customer,
  address: { id: string; fields: AddressFields; isDefault: boolean; createdOn: Date },
): Promise<Address> {
  const { id, fields, isDefault, createdOn } = address;
  const row = await db
    .insertInto('addresses')
    .values({
      id,
      domainId,
      userId,
      ...toAddressColumns(fields),
      isDefault,
      createdOn,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAddress(row);
}

/** Sets a first address on the unpaid invoices that were issued without any. */
export async function updateUnaddressedInvoices(
  transaction: Store,
  { domainId, userId }: Customer,
  fields: AddressFields,
): Promise<void> {
  await transaction
    .updateTable('invoices')
    .set({ address: JSON.stringify(toAddressColumns(fields)) })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('paidOn', 'is', null)
    .where('address', 'is', null)
    .execute();
}

/** Undefined when the customer has no such address. */
export async function updateAddress(
  db: Store,
  customer: Customer,
  id: string,
  fields: AddressFields,
): Promise<Address | undefined> {
  const row = await db
    .updateTable('addresses')
    .set(toAddressColumns(fields))
    .where('id', '=', id)
    .where('domainId', '=', customer.domainId)
    .where('userId', '=', customer.userId)
    .where('removedOn', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toAddress(row);
}
