import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Role, readConfig } from '../src/config.ts';
import { WORKER_POOL_SIZE } from '../src/jobs/jobs.ts';

/** What opens connections to PostgreSQL: by the name that the database is told, its column in docs/operating.md, and how many. */
interface ConnectionPart {
  name: string;
  column: 'Pool' | 'Slow calls' | 'Tests' | 'Listening' | 'Readiness' | 'Queue';
  /** Only in processes with this role. */
  role?: Role;
  most: number;
}

const { databasePoolSize } = readConfig({});

export const CONNECTION_PARTS: ConnectionPart[] = [
  { name: 'atrium', column: 'Pool', most: databasePoolSize },
  { name: 'atrium listener', column: 'Listening', most: 1 },
  // On a machine with as many processors; its process listens, too.
  { name: 'atrium slow calls', column: 'Slow calls', role: 'web', most: Math.ceil(databasePoolSize / 2) },
  { name: 'atrium slow calls listener', column: 'Listening', role: 'web', most: 1 },
  { name: 'atrium readiness', column: 'Readiness', role: 'web', most: 1 },
  { name: 'atrium readiness', column: 'Readiness', most: 1 },
  // One more than its pool, to listen.
  { name: 'atrium jobs', column: 'Queue', role: 'jobs', most: WORKER_POOL_SIZE + 1 },
  { name: 'atrium services', column: 'Pool', role: 'services', most: databasePoolSize },
  {
    name: 'atrium services slow calls',
    column: 'Slow calls',
    role: 'services',
    most: Math.ceil(databasePoolSize / 2),
  },
  { name: 'atrium tests', column: 'Tests', role: 'services', most: readTestPoolSize() },
  { name: 'atrium services listener', column: 'Listening', role: 'services', most: 1 },
  { name: 'atrium services readiness', column: 'Readiness', role: 'services', most: 1 },
];

/** The most that one process with these roles opens, with the ops port that asks whether the database is there. */
export function mostConnections(roles: readonly Role[], column?: ConnectionPart['column']): number {
  return CONNECTION_PARTS.filter(({ role }) => role === undefined || roles.includes(role))
    .filter((part) => column === undefined || part.column === column)
    .reduce((sum, { most }) => sum + most, 0);
}

/** The services are another program, whose constants are not imported here. */
function readTestPoolSize(): number {
  const file = join(import.meta.dirname, '../../runtime/src/database/connection.ts');
  return Number(/ TEST_POOL_SIZE = (\d+);/.exec(readFileSync(file, 'utf8'))?.[1]);
}
