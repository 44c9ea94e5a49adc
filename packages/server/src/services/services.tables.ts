import type { HealthStatus } from '@atrium/contract/service-api/health';
import type { Build } from '@atrium/contract/services/service';
import type { Time } from '@atrium/host/database/columns';
import type { ColumnType, Generated } from 'kysely';

type StoredBuild = ColumnType<Build | null, string | null | undefined, string | null>;

export interface ServicesTables {
  services: {
    id: string;
    name: string;
    groupName: string;
    /** Null for a shipped service: it is called at ATRIUM_SERVICES_URL, or where this process has started it. */
    address: string | null;
    hasUi: Generated<boolean>;
    isShipped: Generated<boolean>;
    /** Whether its pages run with the rights of the console. */
    isTrusted: Generated<boolean>;
    backendInfo: StoredBuild;
    frontendInfo: StoredBuild;
    registeredOn: Time;
  };
  serviceHealth: {
    serviceId: string;
    checkedOn: Time;
    backend: HealthStatus | null;
    frontend: HealthStatus | null;
    /** Null unless `backend` is DOWN. */
    downSince: Time | null;
  };
  serviceHealthDays: {
    serviceId: string;
    /** `2026-11-22`, in UTC. */
    day: string;
    checks: number;
    degraded: number;
    down: number;
  };
}
