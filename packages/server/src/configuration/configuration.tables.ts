import type { SubmitAction } from '@atrium/contract/audit/log-actions';
import type { IgnoredFiles, UnreadableFiles } from '@atrium/contract/configuration/ignored-files';
import type { ReturnWishState } from '@atrium/contract/test-runs/return-wish';
import type { ReturnState } from '@atrium/contract/test-runs/submit-return';
import type { Time } from '@atrium/host/database/columns';
import type { Generated, JSONColumnType } from 'kysely';

/** A service of a candidate: what was live when it was composed, and what the tests read. */
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

export interface ConfigurationTables {
  submitReturns: {
    runId: string;
    domainId: string;
    userId: string;
    impersonatorId: string | null;
    pageServiceId: string | null;
    requestId: string | null;
    backupKey: string;
    state: ReturnState;
    reason: string | null;
    services: JSONColumnType<StoredReturnedService[]>;
    pullId: string | null;
    draft: Buffer | null;
    createdOn: Time;
  };
  returnWishes: {
    domainId: string;
    backupKey: string;
    userId: string;
    impersonatorId: string | null;
    pageServiceId: string | null;
    requestId: string | null;
    /** What the access key or page that wished it was allowed; null: all that the person has. */
    permissions: Generated<string[] | null>;
    state: ReturnWishState;
    reason: string | null;
    runId: string | null;
    pullId: string | null;
    draft: Buffer | null;
    /** What had been submitted under the key before; null: a release before this one noted it. */
    knownBackups: Generated<string[] | null>;
    /** The services that are submitted; null: a release before this one noted it, or it was not said. */
    serviceIds: Generated<string[] | null>;
    createdOn: Time;
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
    action: SubmitAction;
    pullId: string | null;
    impersonatorId: string | null;
    pageServiceId: string | null;
    requestId: string | null;
    files: JSONColumnType<string[]>;
    leftOut: Buffer | null;
    undoneVersion: number | null;
    /** When the outcome was noted; null while it is not, and where a release before this one did. */
    importedOn: Time | null;
  };
  gitOperations: {
    id: string;
    domainId: string;
    userId: string;
    kind: 'PULL' | 'PUSH' | 'IMPORT';
    importKind: 'SUBMIT' | 'RETURN' | null;
    about: string | null;
    outcome: string | null;
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
