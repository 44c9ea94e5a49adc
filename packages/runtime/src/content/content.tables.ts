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
}
