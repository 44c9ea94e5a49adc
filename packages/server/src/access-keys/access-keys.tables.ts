import type { JsonWebKey } from 'node:crypto';
import type { Time } from '@atrium/host/database/columns';
import type { JSONColumnType } from 'kysely';

export interface AccessKeysTables {
  accessKeys: {
    id: string;
    key: string;
    type: string;
    fingerprint: string;
    domainId: string | null;
    userId: string | null;
    serviceId: string | null;
    createdAt: Time;
    updatedAt: Time;
    lastUsedAt: Time | null;
    expiresAt: Time | null;
  };
  serviceKeys: {
    serviceId: string;
    accessKeyId: string;
    privateJwk: JSONColumnType<JsonWebKey>;
  };
}
