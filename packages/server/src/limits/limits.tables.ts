import type { LimitName } from '@atrium/contract/limits/limit';
import type { Time } from '@atrium/host/database/columns';

export interface LimitsTables {
  domainLimits: {
    domainId: string;
    name: LimitName;
    value: number;
    changedOn: Time;
  };
  domainDayCounts: {
    domainId: string;
    name: LimitName;
    /** `2026-10-31`, in UTC. */
    day: string;
    used: number;
  };
}
