import type { JWK } from 'jose';
import type { Generated, JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

export interface AccountsTables {
  domains: {
    id: string;
    name: string;
    host_name: string | null;
    default_path: Generated<string>;
    created_on: Time;
  };
  users: {
    id: string;
    domain_id: string;
    parent_id: string | null;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string | null;
    is_admin: Generated<boolean>;
    roles: Generated<string[]>;
    theme: Generated<'light' | 'dark' | 'system'>;
    email_confirmed_on: Time | null;
    pending_email: string | null;
    created_on: Time;
    removed_on: Time | null;
  };
  sessions: {
    id: string;
    domain_id: string;
    user_id: string;
    user_agent: string;
    address: string;
    created_on: Time;
    last_used_on: Time;
    expires_on: Time;
    ended_on: Time | null;
    ended_because: string | null;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_on: Time;
    expires_on: Time;
    used_on: Time | null;
  };
  one_time_tokens: {
    token_hash: Buffer;
    purpose: 'confirm' | 'reset' | 'invite' | 'change-email' | 'custom-login';
    user_id: string;
    created_on: Time;
    expires_on: Time;
    used_on: Time | null;
  };
  sign_in_attempts: {
    subject: string;
    failures: number;
    window_started_on: Time;
    blocked_until: Time | null;
  };
  signing_keys: {
    id: string;
    private_jwk: JSONColumnType<JWK>;
    created_on: Time;
  };
}
