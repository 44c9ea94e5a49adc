import type { Kysely, Transaction } from 'kysely';
import type { BackgroundTables } from '../background/background.tables.ts';
import type { ConfigurationTables } from '../configuration/configuration.tables.ts';
import type { ContentTables } from '../content/content.tables.ts';
import type { FunctionsTables } from '../functions/functions.tables.ts';
import type { InvocationsTables } from '../invocations/invocations.tables.ts';
import type { OutboundTables } from '../outbound/outbound.tables.ts';
import type { StorageTables } from '../storage/storage.tables.ts';
import type { TestsTables } from '../tests/tests.tables.ts';
import type { ValuesTables } from '../values/values.tables.ts';

/** All tables, each described where it is queried. */
export interface RuntimeDatabase
  extends BackgroundTables,
    ConfigurationTables,
    ContentTables,
    FunctionsTables,
    InvocationsTables,
    OutboundTables,
    StorageTables,
    TestsTables,
    ValuesTables {}

/** A connection or a transaction: repositories take either. */
export type Store = Kysely<RuntimeDatabase> | Transaction<RuntimeDatabase>;
