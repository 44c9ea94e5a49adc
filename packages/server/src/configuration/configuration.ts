import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Events } from '../database/events.ts';
import type { Database } from '../database/schema.ts';
import type { Git } from '../providers/git/git.ts';
import type { Services } from '../services/services.service.ts';
import { type Backups, createBackups } from './backup.service.ts';
import { type Bases, createBases } from './bases.service.ts';
import { type BodyChecks, createBodyChecks } from './body-check.service.ts';
import { type Comparisons, createComparisons } from './comparison.service.ts';
import { type ConfiguredServices, createConfiguredServices } from './configured-services.service.ts';
import { type Confirming, createConfirming } from './confirm.service.ts';
import { type CutOffImports, createCutOffImports } from './cut-off-imports.service.ts';
import { createImports, type Imports } from './import.service.ts';
import { createLooks, type Looks } from './look.service.ts';
import { deleteOperationsBefore } from './operation.repository.ts';
import { createOperations, type Operations } from './operations.service.ts';
import { deleteExpiredPulls } from './pull.repository.ts';
import { createPulls, type Pulls } from './pull.service.ts';
import { createPushing, type Pushing } from './push.service.ts';
import { deleteUnusedContents } from './remote-content.repository.ts';
import { createRemoteFiles, type RemoteFiles } from './remote-file.service.ts';
import { createSubmitting } from './submit.service.ts';

/** What the services of this domain are made of. */
export interface ConfigurationParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  audit: Audit;
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
  imports: Imports;
  bodyChecks: BodyChecks;
  pushing: Pushing;
  backups: Backups;
  comparisons: Comparisons;
  configuredServices: ConfiguredServices;
  cutOffImports: CutOffImports;
  /** Forgets what nobody can use any more. */
  removeExpired(): Promise<void>;
  /** Ends what goes on after an answer; before the database is closed. */
  settle(): Promise<void>;
}

export function createConfiguration(
  given: Omit<ConfigurationParts, 'operations'>,
  { people, profiles }: Pick<Accounts, 'people' | 'profiles'>,
): Configuration {
  const operations = createOperations(given.db, given.clock, given.events);
  const parts: ConfigurationParts = { ...given, operations };
  const pulls = createPulls(parts);
  const remoteFiles = createRemoteFiles(parts, pulls);
  const submitting = createSubmitting(parts);
  const cutOffImports = createCutOffImports(parts);
  return {
    operations,
    pulls,
    remoteFiles,
    bases: createBases(parts, pulls),
    looks: createLooks(parts, pulls, remoteFiles),
    confirming: createConfirming(parts, pulls, remoteFiles, submitting),
    bodyChecks: createBodyChecks(parts),
    imports: createImports(parts, pulls, remoteFiles, submitting),
    pushing: createPushing(parts, profiles),
    backups: createBackups(parts, people, submitting, cutOffImports),
    comparisons: createComparisons(parts, pulls),
    configuredServices: createConfiguredServices(parts),
    cutOffImports,
    removeExpired: () => removeExpired(parts),
    settle: pulls.settle,
  };
}

const UNUSED_CONTENTS_AFTER_MS = (PULL_LIFETIME_HOURS + 1) * 3600 * 1000;
const OPERATIONS_KEPT_MS = 24 * 3600 * 1000;

async function removeExpired({ db, clock }: ConfigurationParts): Promise<void> {
  const now = clock.now();
  await deleteExpiredPulls(db, now);
  await deleteUnusedContents(db, new Date(now.getTime() - UNUSED_CONTENTS_AFTER_MS));
  await deleteOperationsBefore(db, new Date(now.getTime() - OPERATIONS_KEPT_MS));
}
