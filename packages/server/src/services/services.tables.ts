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
    /** Of a shipped service: where it was started last; it is called at the addresses of `servicesProcesses`. */
    address: string;
    hasUi: Generated<boolean>;
    isShipped: Generated<boolean>;
    /** Whether its pages run with the rights of the console. */
    isTrusted: Generated<boolean>;
    backendInfo: StoredBuild;
    frontendInfo: StoredBuild;
    registeredOn: Time;
  };
  servicesProcesses: {
    id: string;
    /** Without a slash at its end; each service is below it, under its id. */
    address: string;
    seenOn: Time;
  };
  serviceHealth: {
    serviceId: string;
    checkedOn: Time;
    backend: HealthStatus | null;
    frontend: HealthStatus | null;
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
