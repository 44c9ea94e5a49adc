import type { JWK } from 'jose';
import type { Generated, JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

export interface AccountsTables {
  domains: {
    id: string;
    name: string;
    host_name: string | null;
    default_path: Generated<string>;
    is_default: Generated<boolean>;
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
    impersonator_id: string | null;
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
    given_for: Buffer | null;
  };
  one_time_tokens: {
    token_hash: Buffer;
    purpose: TokenPurpose;
    user_id: string;
    issuer_id: string | null;
    email: string | null;
    created_on: Time;
    expires_on: Time;
    used_on: Time | null;
  };
  attempt_counts: {
    subject: string;
    attempts: number;
    window_started_on: Time;
  };
  development_mails: {
    id: string;
    to_address: string;
    subject: string;
    text: string;
    html: string;
    created_on: Time;
  };
  signing_keys: {
    id: string;
    private_jwk: JSONColumnType<JWK>;
    created_on: Time;
  };
}

export type TokenPurpose = 'confirm' | 'reset' | 'invite' | 'change-email' | 'custom-login';
