import type { JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

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
