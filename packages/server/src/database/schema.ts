import type { Kysely, Transaction } from 'kysely';
import type { AccountsTables } from '../accounts/accounts.tables.ts';

/** All tables, each described in its domain's folder. */
export interface Database extends AccountsTables {}

/** A connection or a transaction: repositories take either. */
export type Store = Kysely<Database> | Transaction<Database>;
