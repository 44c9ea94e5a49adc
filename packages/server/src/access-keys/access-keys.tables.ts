import type { Time } from '@atrium/host/database/columns';

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
    /** A JWK, sealed. */
    privateKey: string;
  };
}
