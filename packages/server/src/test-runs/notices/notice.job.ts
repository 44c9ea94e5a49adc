import { consolePaths } from '@atrium/contract/console-paths';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { findRun, type StoredRun } from '../test-run.repository.ts';
import { findOutcomeBefore, insertNotice, listMailedIds, updateNotified } from './notice.repository.ts';
import type { RunMails } from './run-mail.service.ts';
import { listWebhooks } from './webhook.repository.ts';
import { WEBHOOK } from './webhook-kind.ts';

/** Notifies all subscribers once for each run that changed something. */
export const notifyJob = defineJob({
  name: 'test-runs.notify',
  payload: z.object({ runId: z.uuid(), domainId: z.uuid() }),
});

export interface NotifyParts {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  mails: RunMails;
  publicUrl: PublicUrl;
  /** A person with their permissions; undefined if they are gone or locked. */
  findActor: (userId: string) => Promise<Caller | undefined>;
}

type EndedRun = Pick<StoredRun, 'id' | 'domainId' | 'status' | 'isCandidate' | 'askedServiceIds' | 'isWhole'>;

/**
 * In the transaction that ends a run of all tests: records whether the run is the first to fail, or the first to pass
 * again. A failed run counts even if some tests could not be listed; a passed run counts only if all were listed.
 */
export async function noteChange(jobs: Jobs, transaction: Store, run: EndedRun): Promise<void> {
  const { id: runId, domainId, status, askedServiceIds } = run;
  if (askedServiceIds === null || run.isCandidate) return;
  if (status !== 'FAIL' && (status !== 'OK' || !run.isWhole)) return;
  const before = (await findOutcomeBefore(transaction, { ...run, askedServiceIds })) ?? 'OK';
  if (before === status) return;
  await insertNotice(transaction, {
    runId,
    domainId,
    kind: status === 'FAIL' ? 'first-failure' : 'recovery',
  });
  await jobs.send(notifyJob, { runId, domainId }, { transaction, group: domainId });
}

/** Requests the mails and the deliveries of one run, all or none, and once however often it is repeated. */
export async function notify(
  parts: NotifyParts,
  { runId, domainId }: { runId: string; domainId: string },
): Promise<void> {
  const { db, clock, outbox, mails, publicUrl } = parts;
  const run = await findRun(db, domainId, runId);
  if (run === undefined) return;
  const people = await listRecipients(parts, domainId);
  const url = `${publicUrl.get()}${consolePaths.testRunnerDashboard({ runId })}`;
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    const kind = await updateNotified(transaction, runId, now);
    if (kind === undefined) return;
    const { OK: passed = 0, FAIL: failed = 0 } = run.tally.counts;
    for (const userId of people) {
      await mails.request(transaction, domainId, { change: kind, userId, passed, failed, runId });
    }
    const type = `test-run.${kind}`;
    const payload = JSON.stringify({ type, timestamp: now.toISOString(), data: describe(run, url) });
    for (const { id: receiverId } of await listWebhooks(transaction, domainId)) {
      const about = { kind: WEBHOOK, domainId, receiverId, event: kind, subjectId: runId };
      await outbox.enqueue(transaction, { ...about, payload });
    }
  });
}

/** Webhook payload of a run. Failure messages are excluded, because they may contain data that customers entered. */
function describe({ id, status, tally, startedOn, finishedOn }: StoredRun, url: string) {
  return {
    runId: id,
    status,
    counts: tally.counts,
    quarantinedFailures: tally.quarantinedFailures,
    passedOnRetry: tally.passedOnRetry,
    startedAt: startedOn.toISOString(),
    finishedAt: finishedOn?.toISOString() ?? null,
    url,
  };
}

/** Subscribers who may still see tests. */
async function listRecipients({ db, findActor }: NotifyParts, domainId: string): Promise<string[]> {
  const asked = await listMailedIds(db, domainId);
  const people = await Promise.all(asked.map((userId) => findActor(userId)));
  return people.flatMap((person) => {
    return person?.domainId === domainId && person.permissions.includes('tests.run') ? [person.userId] : [];
  });
}
