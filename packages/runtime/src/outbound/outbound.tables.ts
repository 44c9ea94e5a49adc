import type { Time } from '@atrium/host/database/columns';

export interface OutboundTables {
  allowedHost: {
    domainId: string;
    /** Host or pattern, as functions declare it. */
    host: string;
    allowedOn: Time;
    allowedBy: string;
  };
}
