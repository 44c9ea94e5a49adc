import { StartError } from '@atrium/host/start-error';
import type { ClientBase } from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { JOBS_SCHEMA } from '../../jobs/jobs.ts';

/** What makes the queue's tables as its library has them now, to be run in a transaction of one's own. */
export function queueStatements(): string {
  return getConstructionPlans(JOBS_SCHEMA)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '');
}

/** Throws one sentence if the queue's tables are those of another release, which the statements do not make. */
export async function requireKnownQueue(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [
    `${JOBS_SCHEMA}.version`,
  ]);
  if (!rows[0]?.isThere) return;
  const stored = await client.query<{ version: number }>(`select version from ${JOBS_SCHEMA}.version`);
  const [, known] = /version\(version\) VALUES \('(\d+)'\)/.exec(queueStatements()) ?? [];
  if (stored.rows[0]?.version === Number(known)) return;
  throw new StartError(
    'The queue in this database was made by another release of Atrium; create the backup with the release that runs on it.',
  );
}
