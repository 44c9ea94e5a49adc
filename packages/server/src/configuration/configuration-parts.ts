import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Connections } from '../connections/connection.service.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Git } from '../providers/git/git.ts';
import type { Services } from '../services/services.service.ts';
import type { Operations } from './operations.service.ts';

/** The newest commit of a branch that was seen, without a pull. */
export interface SeenBranch {
  commitSha: string;
  seenOn: Date;
  /** Files of the service that the commit changed and that are not live; undefined before they were compared. */
  filesBehind: number | undefined;
  /** Checksums by filePath of the files of the service. */
  readFiles(): Promise<Record<string, string>>;
}

/** Branch of a repository with the commit that a pull has read. */
export interface PulledBranch {
  domainId: string;
  gitUrl: string;
  /** Null for a commit of no branch. */
  branch: string | null;
  commitSha: string;
}

/** Comparison of services with the branches of git repositories. */
export interface GitComparison {
  /**
   * In the transaction that changes the live configuration or the last exchange. `pushedTo` is the repository that has
   * a new commit, `pulled` the branch that was exchanged.
   */
  noteChange(
    transaction: Store,
    change: { domainId: string; pushedTo?: string; pulled?: PulledBranch | undefined },
  ): Promise<void>;
  /** In the transaction that stores a pull. */
  notePulled(transaction: Store, pulled: PulledBranch): Promise<void>;
  findSeen(
    domainId: string,
    place: { gitUrl: string; branch: string; serviceId: string },
  ): Promise<SeenBranch | undefined>;
}

/** Dependencies of the services of this area. */
export interface ConfigurationParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  audit: Audit;
  limits: Limits;
  git: Git;
  connections: Pick<Connections, 'openRequested'>;
  services: Services;
  events: Events;
  operations: Operations;
  jobs: Pick<Jobs, 'send'>;
  gitSync: GitComparison;
}
