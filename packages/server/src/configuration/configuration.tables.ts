import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/manifest';
import type { Generated, JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

export interface ConfigurationTables {
  pulls: {
    id: string;
    domain_id: string;
    user_id: string;
    git_url: string;
    branch: string | null;
    commit_sha: string;
    created_on: Time;
    expires_on: Time;
    manifest: Buffer;
    ignored: JSONColumnType<IgnoredFiles[]>;
    contents_state: 'PENDING' | 'COMPLETE' | 'FAILED';
    contents_error: string | null;
    unreadable: JSONColumnType<UnreadableFiles, string | undefined, string>;
    last_commits_state: 'PENDING' | 'COMPLETE' | 'UNAVAILABLE';
    last_commits: Buffer | null;
    touched_on: Time;
  };
  pull_submissions: {
    pull_id: string;
    service_id: string;
    version: number;
  };
  remote_contents: {
    domain_id: string;
    checksum: string;
    content: Buffer;
    used_on: Time;
  };
  exchanges: {
    id: string;
    domain_id: string;
    service_id: string;
    git_url: string;
    branch: string;
    commit_sha: string;
    direction: 'PULL' | 'PUSH';
    version: number;
    submitted_version: number | null;
    exchanged_on: Time;
    user_id: string | null;
    replaced_by: string | null;
    manifest: Buffer;
  };
  exchange_contents: {
    exchange_id: string;
    domain_id: string;
    checksum: string;
  };
  backups: {
    id: string;
    domain_id: string;
    service_id: string;
    backup_key: string;
    version: number;
    imported_version: number | null;
    user_id: string;
    created_on: Time;
    message: string;
    commit_sha: string | null;
    action: string;
    pull_id: string | null;
    impersonator_id: string | null;
    request_id: string | null;
    files: JSONColumnType<string[]>;
    left_out: Buffer | null;
  };
  git_operations: {
    id: string;
    domain_id: string;
    user_id: string;
    kind: 'PULL' | 'PUSH' | 'IMPORT';
    state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';
    phase: string;
    done: number;
    total: number | null;
    started_on: Time;
    touched_on: Time;
    ended_on: Time | null;
    error: string | null;
    pull_id: string | null;
    is_cancel_requested: Generated<boolean>;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: Buffer;
    created_on: Time;
    status: number | null;
    answer: JSONColumnType<object> | null;
  };
}
