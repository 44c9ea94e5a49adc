import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/schema.ts';
import type { TestRunning } from '../test-runs/test-runs.ts';
import { StartedWorks } from './work.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  configuration: Pick<Configuration, 'operations'>;
  testRuns: Pick<TestRunning, 'runs' | 'searches'>;
}

/** The areas in which people start what takes a while. */
export function createStartedWorks({ db, clock, configuration, testRuns }: Parts): StartedWorks {
  const lists = [configuration.operations, testRuns.runs, testRuns.searches];
  return new StartedWorks({ db, clock, sources: lists.map((list) => list.listWork.bind(list)) });
}
