import type { Time } from '@atrium/host/database/columns';
import type { JSONColumnType } from 'kysely';

export interface IdempotencyTables {
  idempotencyKeys: {
    userId: string;
    key: string;
    requestHash: Buffer;
    createdOn: Time;
    status: number | null;
    answer: JSONColumnType<object> | null;
  };
}
