import type { Time } from '../database/columns.ts';

export interface AuditTables {
  log_entries: {
    id: string;
    created_on: Time;
    domain_id: string;
    user_id: string | null;
    impersonator_id: string | null;
    action: string;
    message: string;
    /** JSON text when written, a value when read. */
    before: unknown;
    after: unknown;
    stack_trace: string | null;
    request_id: string | null;
  };
}
