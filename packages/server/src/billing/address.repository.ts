import type { Address, SaveAddress } from '@atrium/contract/billing/address';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Store } from '../database/schema.ts';
import type { AddressColumns, BillingTables } from './billing.tables.ts';
import type { Owner } from './credit.repository.ts';
import { isOwnedByAny } from './owned.repository.ts';

type AddressFields = z.output<typeof SaveAddress>;

export function toAddressFields(row: AddressColumns): AddressFields {
  return {
    addressCountry: row.country,
    addressCity: row.city,
    addressLine1: row.line1,
    addressLine2: row.line2,
    addressZip: row.zip,
    companyName: row.company_name,
    companyVat: row.company_vat,
  };
}

export function toAddressColumns(fields: AddressFields): AddressColumns {
  return {
    country: fields.addressCountry,
    city: fields.addressCity,
    line1: fields.addressLine1,
    line2: fields.addressLine2,
    zip: fields.addressZip,
    company_name: fields.companyName,
    company_vat: fields.companyVat,
  };
}

const toAddress = (row: Selectable<BillingTables['addresses']>): Address => ({
  id: row.id,
  ...toAddressFields(row),
  defaultAddress: row.is_default,
});

/** Oldest first. */
export async function listAddresses(db: Store, { domainId, userId }: Owner): Promise<Address[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('removed_on', 'is', null)
    .orderBy('created_on')
    .orderBy('id')
    .execute();
  return rows.map(toAddress);
}

/** The default addresses of several people, by user. */
export async function listDefaultAddresses(db: Store, owners: Owner[]): Promise<Map<string, AddressColumns>> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where(isOwnedByAny('addresses', owners))
    .where('is_default', '=', true)
    .where('removed_on', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, toAddressColumns(toAddressFields(row))]));
}

export async function insertAddress(
  db: Store,
  owner: Owner,
  address: { id: string; fields: AddressFields; isDefault: boolean; createdOn: Date },
): Promise<Address> {
  const row = await db
    .insertInto('addresses')
    .values({
      id: address.id,
      domain_id: owner.domainId,
      user_id: owner.userId,
      ...toAddressColumns(address.fields),
      is_default: address.isDefault,
      created_on: address.createdOn,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAddress(row);
}

/** Undefined when the owner has no such address. */
export async function updateAddress(
  db: Store,
  owner: Owner,
  id: string,
  fields: AddressFields,
): Promise<Address | undefined> {
  const row = await db
    .updateTable('addresses')
    .set(toAddressColumns(fields))
    .where('id', '=', id)
    .where('domain_id', '=', owner.domainId)
    .where('user_id', '=', owner.userId)
    .where('removed_on', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toAddress(row);
}
