import type { GitHostKind, OnPush, PushOutcome, ToGit } from '@atrium/contract/connections/automation';
import type { MissingCommit, ServiceGitState } from '@atrium/contract/connections/git-state';
import type { Time } from '@atrium/host/database/columns';
import type { Generated, JSONColumnType } from 'kysely';

/** State of a service, without its name. */
export type StoredServiceState = Omit<ServiceGitState, 'serviceName' | 'isFolderMissing'> &
  Partial<Pick<ServiceGitState, 'isFolderMissing'>>;

/** By serviceId and filePath: checksums of metadata here and in git without a difference that counts. */
export type SameMetadata = Record<string, Record<string, [here: string, there: string]>>;

/** Changes of a push, and reasons against it: names and counts, no contents. */
export interface EventReview {
  services: { name: string; taken: number; merged: number; here: number; open: string[] }[];
  approvals: string[];
  failedTests: string[];
}

/** Reason why changes made here could not be pushed; without a service for all of them. */
export interface StoredRefusal {
  serviceId: string | null;
  /** The same as long as the reason is; told once. */
  cause: string;
  message: string;
}

/** Branch of changes made here, with its merge request. */
export interface StoredRequest {
  branch: string;
  /** Commit of the target branch when the last version was pushed. */
  into: string;
  number: number | null;
  /** Null until the request of the last push is known to be open. */
  url: string | null;
}

export interface GitSyncTables {
  connectionStates: {
    connectionId: string;
    domainId: string;
    branch: string | null;
    commitSha: string | null;
    /** Counts moves of the branch, so that of two looks at once one notes a move. */
    moves: Generated<number>;
    files: Buffer | null;
    sameMetadata: JSONColumnType<SameMetadata>;
    commits: JSONColumnType<MissingCommit[]>;
    commitCount: number | null;
    services: JSONColumnType<StoredServiceState[]>;
    lookedOn: Time | null;
    unknownSince: Time | null;
    problem: string | null;
    nextLookOn: Time;
  };
  connectionHooks: {
    connectionId: string;
    domainId: string;
    /** In the address of the webhook. */
    token: string | null;
    secret: string | null;
    receivedOn: Time | null;
    refusedOn: Time | null;
    onPush: Generated<OnPush>;
    /** Repository and branch for which that was chosen. */
    chosenPlace: string | null;
    reportTo: GitHostKind | null;
    toGit: Generated<ToGit>;
    /** Repository and branch for which that was chosen. */
    toGitPlace: string | null;
    refusals: JSONColumnType<StoredRefusal[], string | undefined, string>;
    request: JSONColumnType<StoredRequest | null, string | null | undefined, string | null>;
  };
  connectionEvents: {
    id: string;
    domainId: string;
    connectionId: string;
    createdOn: Time;
    message: string;
    /** Progress of the work, or its result. */
    detail: string | null;
    commitSha: string | null;
    /** Null for events that start nothing. */
    onPush: OnPush | null;
    step: 'PULL' | 'TEST' | 'SUBMIT' | null;
    touchedOn: Time | null;
    outcome: PushOutcome | null;
    pullId: string | null;
    runId: string | null;
    request: Buffer | null;
    /** Number and branch of a request at the git host; null for pushes. */
    requestNumber: number | null;
    branch: string | null;
    /** Full name of the fork of a request, empty if it is gone; null for other requests and pushes. */
    fork: string | null;
    /** Last start of the tests of the fork. */
    testedBy: string | null;
    testedOn: Time | null;
    /** Of a request that was opened from here. */
    requestUrl: string | null;
    review: JSONColumnType<EventReview> | null;
  };
}
