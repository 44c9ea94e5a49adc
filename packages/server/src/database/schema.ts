import type { Kysely, Transaction } from 'kysely';
import type { AccountsTables } from '../accounts/accounts.tables.ts';
import type { AuditTables } from '../audit/audit.tables.ts';
import type { PricingTables } from '../pricing/pricing.tables.ts';
import type { ServicesTables } from '../services/services.tables.ts';

/** All tables, each described in its domain's folder. */
export interface Database extends AccountsTables, AuditTables, PricingTables, ServicesTables {}

/** A connection or a transaction: repositories take either. */
export type Store = Kysely<Database> | Transaction<Database>;
