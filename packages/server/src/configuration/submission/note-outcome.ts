import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { noteDone } from '../../database/note-done.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredOutcome } from '../configuration.tables.ts';
import { type SubmissionKey, updateOutcome } from './submission.repository.ts';

/** Notes the outcome of one service of a submission. It stays as it is, whether or not it can be noted. */
export function noteOutcome(
  { db, log }: { db: Kysely<Database>; log: Logger },
  key: SubmissionKey,
  serviceId: string,
  outcome: StoredOutcome,
): Promise<void> {
  return noteDone(
    () => updateOutcome(db, key, serviceId, outcome),
    (err) =>
      log.error({ err, submissionId: key.id, serviceId }, 'The outcome of a service could not be noted.'),
  );
}
