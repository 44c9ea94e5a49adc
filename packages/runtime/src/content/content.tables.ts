import type { Time } from '@atrium/host/database/columns';
import type { ColumnType } from 'kysely';

export interface ContentTables {
  entry: {
    domainId: string;
    collection: string;
    id: string;
    document: ColumnType<Record<string, unknown>, string, string>;
    isConfigured: boolean;
    createdOn: Time;
    modifiedOn: Time;
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
}
