import type { PushOutcome } from '@atrium/contract/connections/automation';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { EventReview, GitSyncTables } from '../git-sync.tables.ts';
import type { ConnectionKey } from '../state/state.repository.ts';

export type StoredEvent = Omit<Selectable<GitSyncTables['connectionEvents']>, 'request'>;
export type EventKey = Pick<StoredEvent, 'domainId' | 'id'>;
export type EventStep = NonNullable<StoredEvent['step']>;

const COLUMNS = [
  'id',
  'domainId',
  'connectionId',
  'createdOn',
  'message',
  'detail',
  'commitSha',
  'onPush',
  'step',
  'touchedOn',
  'outcome',
  'pullId',
  'runId',
  'requestNumber',
  'branch',
  'fork',
  'testedBy',
  'testedOn',
  'requestUrl',
  'review',
] as const;

/** Outcomes after which a person may start the tests of a fork, or start them again. */
export const TESTABLE: readonly PushOutcome[] = ['WAITING', 'PREPARED', 'REFUSED'];

/** Most events of a connection that are kept. */
const KEPT_EVENTS = 100;
const SHOWN_EVENTS = 30;

export type NewEvent = Pick<StoredEvent, 'id' | 'domainId' | 'connectionId' | 'createdOn' | 'message'> &
  Partial<
    Pick<
      StoredEvent,
      | 'detail'
      | 'commitSha'
      | 'onPush'
      | 'step'
      | 'touchedOn'
      | 'outcome'
      | 'requestNumber'
      | 'branch'
      | 'fork'
      | 'requestUrl'
    >
  >;

/** Deletes the oldest ones of many. */
export async function insertEvent(db: Store, event: NewEvent): Promise<void> {
  await db.insertInto('connectionEvents').values(event).execute();
  const { domainId, connectionId } = event;
  await db
    .deleteFrom('connectionEvents')
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('step', 'is', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('connectionEvents')
        .select('id')
        .where('domainId', '=', domainId)
        .where('connectionId', '=', connectionId)
        .orderBy('createdOn', 'desc')
        .orderBy('id', 'desc')
        .offset(KEPT_EVENTS),
    )
    .execute();
}

/** Newest first. */
export function listEvents(db: Store, { domainId, connectionId }: ConnectionKey): Promise<StoredEvent[]> {
  return db
    .selectFrom('connectionEvents')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_EVENTS)
    .execute();
}

export function findEvent(db: Store, { domainId, id }: EventKey): Promise<StoredEvent | undefined> {
  return db
    .selectFrom('connectionEvents')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Pushes of a domain whose pulls wait to be reviewed. */
export function listPrepared(db: Store, domainId: string, since: Date): Promise<StoredEvent[]> {
  return (
    db
      .selectFrom('connectionEvents')
      .select(COLUMNS)
      .where('domainId', '=', domainId)
      .where('step', 'is', null)
      .where('pullId', 'is not', null)
      // A request is reviewed at its host.
      .where('requestNumber', 'is', null)
      .where('createdOn', '>', since)
      .orderBy('createdOn')
      .orderBy('id')
      .execute()
  );
}

/** The submit of a push, compressed; null before it was decided. */
export async function findSubmitRequest(db: Store, { domainId, id }: EventKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('connectionEvents')
    .select('request')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.request ?? null;
}

/** Finds the push that a run tests. */
export function findEventOfRun(
  db: Store,
  { domainId, runId }: { domainId: string; runId: string },
): Promise<EventKey | undefined> {
  return db
    .selectFrom('connectionEvents')
    .select(['domainId', 'id'])
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .where('step', 'is not', null)
    .executeTakeFirst();
}

/** Whether a commit of a request, which its host may abbreviate, was taken before. */
export async function hasEventOfRequest(
  db: Store,
  {
    domainId,
    connectionId,
    requestNumber,
    commitSha,
  }: ConnectionKey & { requestNumber: number; commitSha: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('connectionEvents')
    .select('id')
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('requestNumber', '=', requestNumber)
    .where(sql<boolean>`starts_with(commit_sha, ${commitSha})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a commit was pushed from here. */
export async function hasEventOfOwnCommit(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  commitSha: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('connectionEvents')
    .select('id')
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('commitSha', '=', commitSha)
    .where('onPush', 'is', null)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the pushes to the branch, or to the request, that a later one has overtaken, unless they are being submitted. */
export async function updateReplaced(
  db: Store,
  { domainId, connectionId, requestNumber = null }: ConnectionKey & { requestNumber?: number | null },
  detail: string,
): Promise<void> {
  await db
    .updateTable('connectionEvents')
    .set({ step: null, outcome: 'REPLACED', detail })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('requestNumber', 'is not distinct from', requestNumber)
    .where((where) => where.or([where('step', 'in', ['PULL', 'TEST']), where('outcome', '=', 'WAITING')]))
    .execute();
  // Only the pull of the last push waits.
  await db
    .updateTable('connectionEvents')
    .set({ pullId: null })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('requestNumber', 'is not distinct from', requestNumber)
    .where('step', 'is', null)
    .where('pullId', 'is not', null)
    .execute();
}

/** Ends the wait of the prepared push of a commit. Returns the events that waited. */
export function updateReviewed(
  db: Store,
  { domainId, connectionId, commitSha }: ConnectionKey & { commitSha: string },
  ended: { outcome: PushOutcome; detail: string },
): Promise<Pick<StoredEvent, 'connectionId' | 'domainId' | 'id'>[]> {
  return db
    .updateTable('connectionEvents')
    .set({ ...ended, pullId: null })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('commitSha', '=', commitSha)
    .where('requestNumber', 'is', null)
    .where('step', 'is', null)
    .where('pullId', 'is not', null)
    .returning(['id', 'domainId', 'connectionId'])
    .execute();
}

interface EventChange extends Partial<Pick<StoredEvent, 'commitSha' | 'detail' | 'pullId' | 'runId'>> {
  step?: EventStep | null;
  outcome?: PushOutcome;
  touchedOn?: Date;
  request?: Buffer | null;
  review?: EventReview;
}

/** Returns false if the event is no longer at this step: another process has gone on, or a later push has come. */
export async function updateEvent(
  db: Store,
  { domainId, id }: EventKey,
  step: EventStep,
  { review, ...change }: EventChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connectionEvents')
    .set({ ...change, ...(review && { review: JSON.stringify(review) }) })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('step', '=', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Begins the tests of a fork. Returns false for another commit, tests that run, and requests that a later one has replaced. */
export async function updateForkTested(
  db: Store,
  { domainId, id }: EventKey,
  { commitSha, testedBy, now }: { commitSha: string; testedBy: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connectionEvents')
    .set({
      step: 'PULL',
      touchedOn: now,
      testedBy,
      testedOn: now,
      outcome: null,
      detail: null,
      pullId: null,
      runId: null,
      review: null,
    })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('fork', 'is not', null)
    .where('commitSha', '=', commitSha)
    .where('step', 'is', null)
    .where('outcome', 'in', [...TESTABLE])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Pushes of all domains that no process has touched since: for jobs. */
export function listAbandonedEvents(db: Store, before: Date): Promise<EventKey[]> {
  return db
    .selectFrom('connectionEvents')
    .select(['domainId', 'id'])
    .where('step', 'is not', null)
    .where('touchedOn', '<', before)
    .orderBy('touchedOn')
    .orderBy('id')
    .limit(1000)
    .execute();
}
