import type { PushOutcome } from '@atrium/contract/connections/automation';
import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { GitSyncTables } from '../git-sync.tables.ts';
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
  'submissionId',
] as const;

/** Most events of a connection that are kept. */
const KEPT_EVENTS = 100;
const SHOWN_EVENTS = 30;

type NewEvent = Pick<StoredEvent, 'id' | 'domainId' | 'connectionId' | 'createdOn' | 'message'> &
  Partial<Pick<StoredEvent, 'detail' | 'commitSha' | 'onPush' | 'step' | 'touchedOn' | 'outcome'>>;

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

/** The push whose tests a run is. */
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

/** Ends the pushes of a connection that a later one has overtaken, unless they are being submitted. */
export async function updateReplaced(
  db: Store,
  { domainId, connectionId }: ConnectionKey,
  detail: string,
): Promise<void> {
  await db
    .updateTable('connectionEvents')
    .set({ step: null, outcome: 'REPLACED', detail })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('step', 'in', ['PULL', 'TEST'])
    .execute();
  // Of pulls that wait, the last one counts.
  await db
    .updateTable('connectionEvents')
    .set({ pullId: null })
    .where('domainId', '=', domainId)
    .where('connectionId', '=', connectionId)
    .where('step', 'is', null)
    .where('pullId', 'is not', null)
    .execute();
}

interface EventChange extends Partial<Pick<StoredEvent, 'detail' | 'pullId' | 'runId' | 'submissionId'>> {
  step?: EventStep | null;
  outcome?: PushOutcome;
  touchedOn?: Date;
  request?: Buffer | null;
}

/** Returns false if the event is no longer at this step: another process has gone on, or a later push has come. */
export async function updateEvent(
  db: Store,
  { domainId, id }: EventKey,
  step: EventStep,
  change: EventChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connectionEvents')
    .set(change)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('step', '=', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Pushes of all domains on which no one has worked since: for jobs. */
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
