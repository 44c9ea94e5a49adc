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
    address: string;
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
  };
}
