import type { Time } from '@atrium/host/database/columns';

export interface AuditTables {
  logEntries: {
    id: string;
    createdOn: Time;
    domainId: string;
    userId: string | null;
    impersonatorId: string | null;
    /** The service whose page did it for the user. */
    pageServiceId: string | null;
    action: string;
    message: string;
    /** JSON text when written, a value when read. */
    before: unknown;
    after: unknown;
    stackTrace: string | null;
    requestId: string | null;
  };
}
