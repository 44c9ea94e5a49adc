import type { Time } from '@atrium/host/database/columns';

export interface WorkTables {
  workSeen: {
    domainId: string;
    userId: string;
    seenOn: Time;
  };
}
