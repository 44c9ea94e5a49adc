import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { WORK_DAYS } from '@atrium/contract/work/work';
import type { Accounts } from '../accounts/accounts.ts';
import { findCaller } from '../accounts/people/caller.ts';
import type { Store } from '../database/schema.ts';
import type { Git } from '../providers/git/git.ts';
import { deleteCandidatesBefore } from './candidate/candidate.repository.ts';
import { Candidates } from './candidate/candidate.service.ts';
import { Coverage } from './candidate/coverage.service.ts';
import { createChangePreparer } from './candidate/prepare-change.ts';
import { deleteProtections } from './candidate/protection.repository.ts';
import { Protections } from './candidate/protection.service.ts';
import type { ConfigurationParts } from './configuration-parts.ts';
import { ConfiguredServices } from './configured-services.service.ts';
import { BodyChecks } from './diff/body-check.service.ts';
import { Comparisons } from './diff/comparison.service.ts';
import { FileExaminer } from './diff/examine.service.ts';
import { Edits } from './edit/edit.service.ts';
import { FileDeletions } from './history/deletion.service.ts';
import { FileHistories } from './history/history.service.ts';
import { DirectChanges } from './import/direct-change.service.ts';
import { Imports } from './import/import.service.ts';
import { InterruptedChanges } from './import/interrupted-change.service.ts';
import { ServiceChanges } from './import/service-change.service.ts';
import { Bases } from './merge/bases.service.ts';
import { ServiceSubmissions } from './merge/service-submission.service.ts';
import { deleteExchanged, deleteOperationsBefore } from './operation.repository.ts';
import { Operations } from './operations.service.ts';
import { deleteExpiredPulls } from './pull/pull.repository.ts';
import { Pulls } from './pull/pull.service.ts';
import { createReadLimit } from './pull/read-limit.ts';
import {
  countPulledBytes,
  deleteUnusedContents,
  USE_NOTED_AFTER_MS,
} from './pull/remote-content.repository.ts';
import { RemoteFiles } from './pull/remote-file.service.ts';
import { Pushing } from './push/push.service.ts';
import { VersionPushing } from './push/version-push.service.ts';
import { Returns } from './return/return.service.ts';
import { Returning } from './return/returning.service.ts';
import { Submissions } from './submission/submission.service.ts';
import { Backups } from './versions/backup.service.ts';
import { OldVersions } from './versions/old-version.service.ts';
import { Versions } from './versions/version.service.ts';

/** Pulling, comparing, submitting, pushing and restoring configuration. */
export interface Configuration {
  protections: Protections;
  coverage: Coverage;
  returns: Returns;
  returning: Returning;
  submissions: Submissions;
  candidates: Candidates;
  operations: Operations;
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  bases: Bases;
  fileExaminer: FileExaminer;
  serviceSubmissions: ServiceSubmissions;
  edits: Edits;
  imports: Imports;
  bodyChecks: BodyChecks;
  pushing: Pushing;
  versionPushing: VersionPushing;
  backups: Backups;
  oldVersions: OldVersions;
  versions: Versions;
  histories: FileHistories;
  deletions: FileDeletions;
  comparisons: Comparisons;
  configuredServices: ConfiguredServices;
  interruptedChanges: InterruptedChanges;
  directChanges: DirectChanges;
  /** Use of the limits of pulls by a domain. */
  countUses(domainId: string): Promise<Awaited<ReturnType<Git['countUses']>> & { pulledBytes: number }>;
  /** Deletes all data of a closed domain. */
  deleteDomain(transaction: Store, domainId: string): Promise<void>;
  /** Removes what can no longer be used. */
  removeExpired(): Promise<void>;
  /** Ends background work; before the database is closed. */
  settle(): Promise<void>;
}

export function createConfiguration(
  given: Omit<ConfigurationParts, 'operations'>,
  { people, profiles, permissions }: Pick<Accounts, 'people' | 'profiles' | 'permissions'>,
): Configuration {
  const findActor = (userId: string) => findCaller({ db: given.db, permissions }, userId);
  const operations = new Operations(given);
  const parts: ConfigurationParts = { ...given, operations };
  const pulls = new Pulls(parts);
  const readLimit = createReadLimit();
  const remoteFiles = new RemoteFiles({ ...parts, pulls, readLimit });
  const protections = new Protections(parts);
  const coverage = new Coverage({ ...parts, protections });
  const serviceChanges = new ServiceChanges({ ...parts, coverage });
  const interruptedChanges = new InterruptedChanges(parts);
  const serviceSubmissions = new ServiceSubmissions({ ...parts, pulls, remoteFiles, serviceChanges });
  const edits = new Edits({ ...parts, serviceChanges });
  const imports = new Imports({ ...parts, pulls, remoteFiles, readLimit, serviceChanges });
  const versions = new Versions({ ...parts, people, serviceChanges });
  const prepareChange = createChangePreparer({ serviceSubmissions, edits, imports, versions });
  return {
    protections,
    coverage,
    returns: new Returns(parts),
    returning: new Returning({ ...parts, serviceChanges, interruptedChanges, findActor }),
    submissions: new Submissions({ ...parts, serviceSubmissions, interruptedChanges, findActor }),
    candidates: new Candidates({ ...parts, prepareChange }),
    operations,
    pulls,
    remoteFiles,
    bases: new Bases({ ...parts, people, pulls }),
    fileExaminer: new FileExaminer({ ...parts, pulls, remoteFiles, readLimit }),
    serviceSubmissions,
    edits,
    bodyChecks: new BodyChecks(parts),
    imports,
    pushing: new Pushing({ ...parts, profiles }),
    versionPushing: new VersionPushing({ ...parts, profiles, versions }),
    backups: new Backups({ ...parts, people, serviceChanges, interruptedChanges }),
    oldVersions: new OldVersions(parts),
    versions,
    histories: new FileHistories({ ...parts, people }),
    deletions: new FileDeletions({ ...parts, people }),
    comparisons: new Comparisons({ ...parts, pulls }),
    configuredServices: new ConfiguredServices({ ...parts, people }),
    interruptedChanges,
    directChanges: new DirectChanges({ ...parts, findActor }),
    async countUses(domainId) {
      const pulledBytes = await countPulledBytes(given.db, domainId);
      return { ...(await given.git.countUses(domainId)), pulledBytes };
    },
    async deleteDomain(transaction, domainId) {
      await deleteProtections(transaction, domainId);
      await deleteExchanged(transaction, domainId);
    },
    removeExpired: () => removeExpired(parts),
    async settle() {
      await operations.settle();
      await pulls.settle();
    },
  };
}

const UNUSED_CONTENTS_AFTER_MS = (PULL_LIFETIME_HOURS + 1) * 3600 * 1000 + USE_NOTED_AFTER_MS;
/** A candidate that passed longer ago has to be tested again: tests depend on data and time, too. */
const CANDIDATES_KEPT_MS = 30 * 24 * 3600 * 1000;
const OPERATIONS_KEPT_MS = WORK_DAYS * 24 * 3600 * 1000;

async function removeExpired({ db, clock }: ConfigurationParts): Promise<void> {
  const now = clock.now();
  await deleteExpiredPulls(db, now);
  await deleteUnusedContents(db, new Date(now.getTime() - UNUSED_CONTENTS_AFTER_MS));
  await deleteCandidatesBefore(db, new Date(now.getTime() - CANDIDATES_KEPT_MS));
  await deleteOperationsBefore(db, new Date(now.getTime() - OPERATIONS_KEPT_MS));
}
