import type { JsonWebKey } from 'node:crypto';
import type { JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

export interface AccessKeysTables {
  access_keys: {
    id: string;
    key: string;
    type: string;
    fingerprint: string;
    domain_id: string | null;
    user_id: string | null;
    service_id: string | null;
    created_at: Time;
    updated_at: Time;
    last_used_at: Time | null;
    expires_at: Time | null;
  };
  service_keys: {
    service_id: string;
    access_key_id: string;
    private_jwk: JSONColumnType<JsonWebKey>;
  };
}
