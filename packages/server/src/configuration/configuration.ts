import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Git } from '../providers/git/git.ts';
import type { Services } from '../services/services.service.ts';
import { type Confirming, createConfirming } from './confirm.service.ts';
import { createOperations, type Operations } from './operations.service.ts';
import { createPulls, type Pulls } from './pull.service.ts';
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
  operations: Operations;
}

/** Pulling, comparing, submitting, pushing and restoring configuration. */
export interface Configuration {
  operations: Operations;
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  confirming: Confirming;
  /** Ends what goes on after an answer; before the database is closed. */
  settle(): Promise<void>;
}

export function createConfiguration(given: Omit<ConfigurationParts, 'operations'>): Configuration {
  const operations = createOperations(given.db, given.clock);
  const parts: ConfigurationParts = { ...given, operations };
  const pulls = createPulls(parts);
  const remoteFiles = createRemoteFiles(parts, pulls);
  const submitting = createSubmitting(parts);
  const confirming = createConfirming(parts, pulls, remoteFiles, submitting);
  return { operations, pulls, remoteFiles, confirming, settle: pulls.settle };
}
