import type { SubmitAction } from '@atrium/contract/audit/log-actions';
import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/ignored-files';
import type { SubmissionTestState, SubmittedService } from '@atrium/contract/configuration/submission';
import type { Time } from '@atrium/host/database/columns';
import type { Generated, JSONColumnType } from 'kysely';

/** A service of a candidate: its live version when it was composed, and digests of the live files and the tested ones. */
export interface StoredCandidateService {
  serviceId: string;
  version: number;
  liveDigest: string;
  digest: string;
  /** Why its tests did not read the candidate; null if they did. */
  untested: string | null;
}

/** A service of a submit that is returned if a test fails. */
export interface StoredReturnedService {
  serviceId: string;
  before: number;
  submitted: number;
  /** The version that has the files of `before` again. */
  returned: number | null;
}

/** Outcome of one service of a submission. */
export type StoredOutcome = Omit<SubmittedService, 'serviceId'>;

export interface ConfigurationTables {
  submissions: {
    id: string;
    domainId: string;
    userId: string;
    impersonatorId: string | null;
    pageServiceId: string | null;
    requestId: string | null;
    permissions: string[] | null;
    kind: 'IMPORT' | 'SUBMIT' | 'RETURN';
    state: 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';
    attempt: Generated<number>;
    isFollowed: Generated<boolean>;
    phase: string;
    done: number;
    total: number | null;
    startedOn: Time;
    touchedOn: Time;
    endedOn: Time | null;
    about: string | null;
    outcome: string | null;
    error: string | null;
    pullId: string | null;
    isCancelRequested: Generated<boolean>;
    backupKey: string | null;
    request: Buffer | null;
    requestHash: Buffer | null;
    outcomes: JSONColumnType<Record<string, StoredOutcome>, string | undefined, string>;
    tests: 'RUN' | 'RETURN' | null;
    testState: Exclude<SubmissionTestState, 'WAITING'> | null;
    reason: string | null;
    runId: string | null;
    testedOn: Time | null;
    returned: JSONColumnType<StoredReturnedService[] | null, string | null | undefined, string | null>;
    draft: Buffer | null;
  };
  candidates: {
    runId: string;
    domainId: string;
    digest: string;
    services: JSONColumnType<StoredCandidateService[]>;
    sources: Buffer | null;
    passedOn: Time | null;
  };
  protections: {
    domainId: string;
    serviceId: string;
    changedOn: Time;
  };
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
    /** Null for all services. */
    askedServices: Generated<string[] | null>;
    touchedOn: Time;
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
    submittedVersion: number;
    exchangedOn: Time;
    userId: string;
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
    action: SubmitAction;
    pullId: string | null;
    impersonatorId: string | null;
    pageServiceId: string | null;
    requestId: string | null;
    files: JSONColumnType<string[]>;
    leftOut: Buffer | null;
    undoneVersion: number | null;
    submissionId: string | null;
  };
  gitOperations: {
    id: string;
    domainId: string;
    userId: string;
    kind: 'PULL' | 'PUSH';
    about: string | null;
    outcome: string | null;
    attempt: Generated<number>;
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
