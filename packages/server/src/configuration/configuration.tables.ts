import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/ignored-files';
import type { Time } from '@atrium/host/database/columns';
import type { Generated, JSONColumnType } from 'kysely';

export interface ConfigurationTables {
  pulls: {
    id: string;
    domainId: string;
    userId: string;
    gitUrl: string;
    branch: string | null;
    commitSha: string;
    createdOn: Time;
    expiresOn: Time;
    manifest: Buffer;
    ignored: JSONColumnType<IgnoredFiles[]>;
    contentsState: 'PENDING' | 'COMPLETE' | 'FAILED';
    contentsError: string | null;
    unreadable: JSONColumnType<UnreadableFiles, string | undefined, string>;
    lastCommitsState: 'PENDING' | 'COMPLETE' | 'UNAVAILABLE';
    lastCommits: Buffer | null;
    touchedOn: Time;
  };
  pullSubmissions: {
    pullId: string;
    serviceId: string;
    version: number;
  };
  remoteContents: {
    domainId: string;
    checksum: string;
    content: Buffer;
    usedOn: Time;
  };
  exchanges: {
    id: string;
    domainId: string;
    serviceId: string;
    gitUrl: string;
    branch: string;
    commitSha: string;
    direction: 'PULL' | 'PUSH';
    version: number;
    submittedVersion: number | null;
    exchangedOn: Time;
    userId: string | null;
    replacedBy: string | null;
    manifest: Buffer;
  };
  exchangeContents: {
    exchangeId: string;
    domainId: string;
    checksum: string;
  };
  backups: {
    id: string;
    domainId: string;
    serviceId: string;
    backupKey: string;
    version: number;
    importedVersion: number | null;
    userId: string;
    createdOn: Time;
    message: string;
    commitSha: string | null;
    action: string;
    pullId: string | null;
    impersonatorId: string | null;
    requestId: string | null;
    files: JSONColumnType<string[]>;
    leftOut: Buffer | null;
  };
  gitOperations: {
    id: string;
    domainId: string;
    userId: string;
    kind: 'PULL' | 'PUSH' | 'IMPORT';
    state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';
    phase: string;
    done: number;
    total: number | null;
    startedOn: Time;
    touchedOn: Time;
    endedOn: Time | null;
    error: string | null;
    pullId: string | null;
    isCancelRequested: Generated<boolean>;
  };
}
