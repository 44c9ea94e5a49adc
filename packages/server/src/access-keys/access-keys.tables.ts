import type { Hashed, Sealed, Time, Token } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

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
    /** User who stored the public key, and when. */
    keySetBy: string | null;
    keySetOn: Time | null;
  };
  serviceKeys: {
    serviceId: string;
    accessKeyId: string;
    /** A JWK. */
    privateKey: Sealed;
  };
  ownKeys: {
    id: string;
    domainId: string;
    userId: string;
    label: string;
    kind: 'token' | 'public-key';
    tokenHash: Hashed | null;
    publicKey: string | null;
    fingerprint: string | null;
    permissions: string[];
    createdOn: Time;
    expiresOn: Time | null;
    lastUsedOn: Time | null;
    lastUsedAddress: string | null;
  };
  pageGrants: {
    id: string;
    domainId: string;
    userId: string;
    sessionId: string;
    serviceId: string;
    permissions: string[];
    tokenHash: Hashed;
    createdOn: Time;
    expiresOn: Time;
  };
  keyRequests: {
    deviceCodeHash: Hashed;
    userCode: Token;
    label: string;
    permissions: string[];
    address: string;
    createdOn: Time;
    expiresOn: Time;
    /** Domain of the user who allowed the request; null until it is allowed. */
    domainId: string | null;
    userId: string | null;
    isRefused: Generated<boolean>;
  };
}
