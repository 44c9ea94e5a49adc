import type { Time } from '@atrium/host/database/columns';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface ContentTables {
  entry: {
    domainId: string;
    collection: string;
    id: string;
    document: ColumnType<Record<string, unknown>, string, string>;
    isConfigured: boolean;
    createdOn: Time;
    modifiedOn: Time;
    modifiedBy: string | null;
    modifiedService: string | null;
    modifiedFunction: string | null;
    modifiedCall: string | null;
  };
  /** Changes of one test, over the live entries. Never committed. */
  testEntry: {
    testId: string;
    domainId: string;
    collection: string;
    id: string;
    /** Null for an entry that the test deleted. */
    document: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  };
  collectionIndex: {
    domainId: string;
    collection: string;
    field: string;
    indexId: GeneratedAlways<number>;
    builtTo: Generated<string>;
    builtEntries: Generated<number>;
    isReady: Generated<boolean>;
    isDropped: Generated<boolean>;
  };
  entryIndex: { domainId: string; indexId: number; value: ColumnType<unknown, string, string>; id: string };
}
