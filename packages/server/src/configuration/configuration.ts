import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Git } from '../providers/git/git.ts';
import type { Services } from '../services/services.service.ts';
import { ConfiguredServices } from './configured-services.service.ts';
import { BodyChecks } from './diff/body-check.service.ts';
import { Comparisons } from './diff/comparison.service.ts';
import { Looks } from './diff/look.service.ts';
import { Edits } from './edit/edit.service.ts';
import { CutOffImports } from './import/cut-off-imports.service.ts';
import { Imports } from './import/import.service.ts';
import { Submitting } from './import/submit.service.ts';
import { Bases } from './merge/bases.service.ts';
import { Confirming } from './merge/confirm.service.ts';
import { deleteExchanged, deleteOperationsBefore } from './operation.repository.ts';
import { Operations } from './operations.service.ts';
import { deleteExpiredPulls } from './pull/pull.repository.ts';
import { Pulls } from './pull/pull.service.ts';
import { deleteUnusedContents, USE_NOTED_AFTER_MS } from './pull/remote-content.repository.ts';
import { RemoteFiles } from './pull/remote-file.service.ts';
import { Pushing } from './push/push.service.ts';
import { Backups } from './versions/backup.service.ts';
import { OldVersions } from './versions/old-version.service.ts';

/** What the services of this area are made of. */
export interface ConfigurationParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  audit: Audit;
  limits: Limits;
  git: Git;
  services: Services;
  events: Events;
  operations: Operations;
}

/** Pulling, comparing, submitting, pushing and restoring configuration. */
export interface Configuration {
  operations: Operations;
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  bases: Bases;
  looks: Looks;
  confirming: Confirming;
  edits: Edits;
  imports: Imports;
  bodyChecks: BodyChecks;
  pushing: Pushing;
  backups: Backups;
  oldVersions: OldVersions;
  comparisons: Comparisons;
  configuredServices: ConfiguredServices;
  cutOffImports: CutOffImports;
  /** Deletes what is kept of a closed domain. */
  deleteDomain(store: Store, domainId: string): Promise<void>;
  /** Removes what can no longer be used. */
  removeExpired(): Promise<void>;
  /** Ends background work; before the database is closed. */
  settle(): Promise<void>;
}

export function createConfiguration(
  given: Omit<ConfigurationParts, 'operations'>,
  { people, profiles }: Pick<Accounts, 'people' | 'profiles'>,
): Configuration {
  const operations = new Operations(given);
  const parts: ConfigurationParts = { ...given, operations };
  const pulls = new Pulls(parts);
  const remoteFiles = new RemoteFiles({ ...parts, pulls });
  const submitting = new Submitting(parts);
  const cutOffImports = new CutOffImports(parts);
  return {
    operations,
    pulls,
    remoteFiles,
    bases: new Bases({ ...parts, pulls }),
    looks: new Looks({ ...parts, pulls, remoteFiles }),
    confirming: new Confirming({ ...parts, pulls, remoteFiles, submitting }),
    edits: new Edits({ submitting }),
    bodyChecks: new BodyChecks(parts),
    imports: new Imports({ ...parts, pulls, remoteFiles, submitting }),
    pushing: new Pushing({ ...parts, profiles }),
    backups: new Backups({ ...parts, people, submitting, cutOff: cutOffImports }),
    oldVersions: new OldVersions(parts),
    comparisons: new Comparisons({ ...parts, pulls }),
    configuredServices: new ConfiguredServices(parts),
    cutOffImports,
    deleteDomain: deleteExchanged,
    removeExpired: () => removeExpired(parts),
    settle: () => pulls.settle(),
  };
}

const UNUSED_CONTENTS_AFTER_MS = (PULL_LIFETIME_HOURS + 1) * 3600 * 1000 + USE_NOTED_AFTER_MS;
const OPERATIONS_KEPT_MS = 24 * 3600 * 1000;

async function removeExpired({ db, clock }: ConfigurationParts): Promise<void> {
  const now = clock.now();
  await deleteExpiredPulls(db, now);
  await deleteUnusedContents(db, new Date(now.getTime() - UNUSED_CONTENTS_AFTER_MS));
  await deleteOperationsBefore(db, new Date(now.getTime() - OPERATIONS_KEPT_MS));
}
