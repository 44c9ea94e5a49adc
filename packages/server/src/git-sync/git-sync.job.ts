import { z } from 'zod';
import type { Store } from '../database/schema.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { EventKey } from './pushes/event.repository.ts';
import type { ConnectionKey } from './state/state.repository.ts';

/**
 * Looks at the branch of a connection. One waits while another runs: a push that arrives during a look is seen by the next one.
 * A failure is noted, not thrown: only the look of a killed process is retried.
 */
export const lookJob = defineJob({
  name: 'git-sync.look',
  payload: z.object({ domainId: z.uuid(), connectionId: z.uuid() }),
  policy: 'short',
  concurrency: 8,
  concurrencyOfOne: 2,
  timeoutSeconds: 120,
  retries: 2,
  retryDelaySeconds: 2,
});

/** Sends the looks that are due, and resumes abandoned pushes. */
export const findDueJob = defineJob({
  name: 'git-sync.find-due',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '* * * * *',
});

/** Compares with the last seen commits of the branches, after a change of the live configuration. */
export const compareJob = defineJob({
  name: 'git-sync.compare',
  payload: z.object({ domainId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  timeoutSeconds: 300,
});

/** Continues a push. Sent again by the timetable while the push has no outcome. */
export const takePushJob = defineJob({
  name: 'git-sync.take-push',
  payload: z.object({ domainId: z.uuid(), id: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  concurrencyOfOne: 1,
  timeoutSeconds: 600,
  retries: 5,
  retryDelaySeconds: 2,
});

/** Pushes versions that the branch does not have, if that was chosen. A look sends it again after a failure. */
export const sendChangesJob = defineJob({
  name: 'git-sync.send-changes',
  payload: z.object({ domainId: z.uuid(), connectionId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  concurrencyOfOne: 1,
  timeoutSeconds: 600,
  retries: 2,
});

/** Outside a transaction for timetables only. A look that they have sent earlier does not keep the one of a push waiting. */
export const sendLook = (
  jobs: Pick<Jobs, 'send'>,
  { domainId, connectionId }: ConnectionKey,
  transaction?: Store,
) =>
  jobs.send(
    lookJob,
    { domainId, connectionId },
    transaction
      ? { transaction, key: `${connectionId} now`, group: domainId, isUrgent: true }
      : { key: connectionId, group: domainId },
  );

export const sendTakePush = (jobs: Pick<Jobs, 'send'>, { domainId, id }: EventKey, transaction?: Store) =>
  jobs.send(takePushJob, { domainId, id }, { ...(transaction && { transaction }), key: id, group: domainId });

/** Does not keep the job of the next step waiting. */
export const sendTakePushLater = (jobs: Pick<Jobs, 'send'>, { domainId, id }: EventKey, startAfter: Date) =>
  jobs.send(takePushJob, { domainId, id }, { startAfter, key: `${id} later`, group: domainId });

/** `startAfter` waits for a submission that runs. */
export const sendSendChanges = (
  jobs: Pick<Jobs, 'send'>,
  { domainId, connectionId }: ConnectionKey,
  { transaction, startAfter }: { transaction?: Store; startAfter?: Date },
) =>
  jobs.send(
    sendChangesJob,
    { domainId, connectionId },
    {
      ...(transaction && { transaction }),
      ...(startAfter && { startAfter }),
      key: connectionId,
      group: domainId,
    },
  );

/** Kind of the deliveries that report to git hosts. */
export const GIT_REPORT = 'git-report';
