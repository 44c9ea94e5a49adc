import type { HealthStatus } from '@atrium/contract/service-api/health';
import type { BuildInfo } from '@atrium/contract/services/service';
import type { ColumnType, Generated } from 'kysely';
import type { Time } from '../database/columns.ts';

type StoredInfo = ColumnType<BuildInfo | null, string | null | undefined, string | null>;

export interface ServicesTables {
  services: {
    id: string;
    name: string;
    group_name: string;
    address: string;
    has_ui: Generated<boolean>;
    is_shipped: Generated<boolean>;
    backend_info: StoredInfo;
    frontend_info: StoredInfo;
    registered_on: Time;
  };
  service_health: {
    service_id: string;
    checked_on: Time;
    backend: HealthStatus | null;
    frontend: HealthStatus | null;
  };
}
