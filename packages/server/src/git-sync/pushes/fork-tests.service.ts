import type { GitHostKind } from '@atrium/contract/connections/automation';
import { missingPermission } from '@atrium/contract/permissions';
import { ConflictError, ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { GIT_HOST_DIALECTS } from '../../providers/git-hosts/git-host-dialects.ts';
import { sendTakePush } from '../git-sync.job.ts';
import { findHook } from '../hooks/hook.repository.ts';
import { NEEDED } from '../push-choice.ts';
import { enqueueReport } from '../reports/enqueue-report.ts';
import { findEvent, type StoredEvent, updateForkTested } from './event.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  jobs: Pick<Jobs, 'send'>;
  outbox: Pick<Outbox, 'enqueue'>;
  connections: Pick<Connections, 'describe'>;
}

export const FORK_WITHOUT_SECRETS = 'The tests got no secrets.';

/** Detail of a request that waits for a person. */
export const waitsForPerson = (fork: string) =>
  `It comes from a fork${fork === '' ? '' : `, ${fork.slice(0, 50)}`}. A person has to start its tests in Atrium.`;

const PEOPLE_ONLY = 'Tests of a fork are started by a person in the console, not with a key.';
const OTHER_COMMIT =
  'The request has other commits by now, or its tests run already. Look at it again, and start its tests then.';

/** Tests of requests from forks, which strangers have written: started by a person, for the commit that they have seen. */
export class ForkTests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The tests run as the caller. */
  async start(
    caller: Caller,
    connectionId: string,
    { eventId, commitSha }: { eventId: string; commitSha: string },
  ): Promise<void> {
    const { db, clock, audit, jobs, outbox, connections } = this.#parts;
    const { domainId, userId } = caller;
    const { name } = await connections.describe(domainId, connectionId);
    const event = await findEvent(db, { domainId, id: eventId });
    if (event?.connectionId !== connectionId || event.fork === null)
      throw new NotFoundError('There is no such request from a fork.');
    if (caller.sessionId === null) throw new ForbiddenError(PEOPLE_ONLY);
    for (const permission of NEEDED.TEST)
      if (!caller.permissions.includes(permission)) throw new ForbiddenError(missingPermission(permission));
    const reportTo = (await findHook(db, { domainId, connectionId }))?.reportTo ?? null;
    headRefOf(event, reportTo);
    await db.transaction().execute(async (transaction) => {
      const started = { commitSha, testedBy: userId, now: clock.now() };
      if (!(await updateForkTested(transaction, event, started))) throw new ConflictError(OTHER_COMMIT);
      await audit.record(transaction, {
        caller,
        action: 'connection.test-fork',
        message: `${name}: started the tests of request ${event.requestNumber} from ${event.fork || 'a deleted fork'} at ${commitSha.slice(0, 10)}`,
        after: { id: connectionId, requestNumber: event.requestNumber, fork: event.fork, commitSha },
      });
      await enqueueReport(transaction, outbox, event);
      await sendTakePush(jobs, event, transaction);
    });
  }
}

/** Ref of the head of a request in the repository that it is for. Throws UnprocessableError where the host has none. */
export function headRefOf(
  { requestNumber }: Pick<StoredEvent, 'requestNumber'>,
  reportTo: GitHostKind | null,
): string {
  if (reportTo === null)
    throw new UnprocessableError('Results are reported to no git host: choose it in the connection first.');
  const { headRef, name } = GIT_HOST_DIALECTS[reportTo];
  if (headRef === undefined || requestNumber === null)
    throw new UnprocessableError(
      `${name} keeps the commits of forks in their repositories only. Push them to a branch of this repository.`,
    );
  return headRef(requestNumber);
}
