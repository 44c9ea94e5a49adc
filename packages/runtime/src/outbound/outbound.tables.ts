import type { Time } from '@atrium/host/database/columns';

export interface OutboundTables {
  allowedHost: {
    domainId: string;
    /** As functions declare it. */
    host: string;
    allowedOn: Time;
    allowedBy: string;
  };
}
