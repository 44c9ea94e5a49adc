import { StartError } from '@atrium/host/start-error';
import type { ClientBase } from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { JOBS_SCHEMA } from '../../jobs/jobs.ts';
import type { Manifest } from './manifest.ts';

interface QueueStatements {
  version: number;
  text: string;
}

/**
 * Statements that create the queue's tables, by table version, to be run in the caller's transaction. The library only
 * creates the newest version: when an update changes the version, add the statements of the version before here.
 */
export function listQueueStatements(): QueueStatements[] {
  const text = getConstructionPlans(JOBS_SCHEMA)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '');
  const [, version] = /version\(version\) VALUES \('(\d+)'\)/.exec(text) ?? [];
  return [{ version: Number(version), text }];
}

/** The statements for a backup: those of this release, never any from the backup. */
export function findQueueStatements({ queue, atrium }: Manifest): string {
  const found = listQueueStatements().find(({ version }) => version === queue.version);
  if (found !== undefined) return found.text;
  throw new StartError(
    `The backup has tables of the queue that this Atrium does not know; restore it with the release that made it (${atrium}). If that is this one, the backup was changed.`,
  );
}

/** Returns their version. Throws one sentence if the queue's tables are those of another release, which the statements do not make. */
export async function requireKnownQueue(client: ClientBase): Promise<number> {
  const known = listQueueStatements().map(({ version }) => version);
  const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [
    `${JOBS_SCHEMA}.version`,
  ]);
  if (!rows[0]?.isThere) return Math.max(...known);
  const stored = await client.query<{ version: number }>(`select version from ${JOBS_SCHEMA}.version`);
  const found = known.find((version) => version === stored.rows[0]?.version);
  if (found !== undefined) return found;
  throw new StartError(
    'The queue in this database was made by another release of Atrium; create the backup with the release that runs on it.',
  );
}
