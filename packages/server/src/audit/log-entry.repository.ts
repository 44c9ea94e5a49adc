import type { LogPosition } from '@atrium/contract/audit/audit';
import { LOG_ACTIONS } from '@atrium/contract/audit/log-actions';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { type FoundEntries, type LogEntryRow, listFound, type Stream } from './log-search.repository.ts';

export async function insertLogEntry(db: Store, entry: LogEntryRow): Promise<void> {
  await db
    .insertInto('logEntries')
    .values({
      ...entry,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}

/** Counts a user's actions since a time. */
export async function countLogEntries(
  db: Store,
  { domainId, userId, action, since }: { domainId: string; userId: string; action: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('logEntries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('createdOn', '>', since)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return count;
}

export type OwnEntry = Pick<LogEntryRow, 'action' | 'after' | 'message' | 'userId'>;

/**
 * Lists a user's actions in their domain since a time, including those as another user, without those of impersonators;
 * or the own actions of everyone in a domain. Oldest first.
 */
export function listOwnLogEntries(
  db: Store,
  {
    domainId,
    userId,
    actions,
    since,
  }: { domainId: string; userId?: string; actions: readonly string[]; since: Date },
): Promise<OwnEntry[]> {
  return db
    .selectFrom('logEntries')
    .select(['action', 'message', 'after', 'userId'])
    .where('domainId', '=', domainId)
    .where((where) => {
      const asThemselves = where('impersonatorId', 'is', null);
      if (userId === undefined) return asThemselves;
      return where.or([asThemselves.and('userId', '=', userId), where('impersonatorId', '=', userId)]);
    })
    .where('createdOn', '>=', since)
    .where('action', 'in', actions)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** Filter of both searches; undefined matches everything. */
interface LogFilter {
  startAt: string | undefined;
  endAt: string | undefined;
  action: string | undefined;
  text: string | undefined;
}

export interface LogSearch extends LogFilter {
  domainId: string;
  /** Undefined = everyone. */
  userIds: string[] | undefined;
  limit: number;
}

/** Newest first. */
export async function listLogEntries(
  db: Store,
  { domainId, userIds, action, text, ...search }: LogSearch,
  most?: number,
): Promise<FoundEntries> {
  const ofDomain = sql<boolean>`domain_id = ${domainId}`;
  const listBy = (stream: Stream, filters: RawBuilder<boolean>[] = []) =>
    listFound(
      db,
      { ...search, streams: [stream], after: undefined, filters: [...filters, ...hasText(text)] },
      most,
    );
  // Not a condition of an index: that of the domain would be walked for a user who did little.
  const byUser: Stream | undefined = userIds && {
    column: 'user_id',
    values: userIds,
    condition: sql`(${ofDomain}) is true`,
  };
  if (!action) return listBy(byUser ?? { column: 'domain_id', values: [domainId] });
  const byAction: Stream = { column: 'action', values: actionsOf(action), condition: ofDomain };
  if (!byUser || !userIds) return listBy(byAction);
  // The entries of the action can be rare among those of the users, or the other way round.
  const ofAction = await listBy(byAction, [isAnyOf('user_id', userIds)]);
  if (ofAction.stoppedAt === undefined) return ofAction;
  const ofUser = await listBy(byUser, isAction(action));
  const isFurther =
    ofUser.stoppedAt === undefined || ofUser.stoppedAt.createdOn < ofAction.stoppedAt.createdOn;
  return isFurther ? ofUser : ofAction;
}

export interface AuditQuery extends LogFilter {
  /** Users who acted, or whose impersonator acted. */
  userIds: string[] | undefined;
  domainIds: string[] | undefined;
}

/** Entries of all domains, newest first, from the one after `after` on. */
export async function listAuditEntries(
  db: Store,
  {
    userIds,
    domainIds,
    action,
    text,
    ...search
  }: AuditQuery & { after: LogPosition | undefined; limit: number },
  most?: number,
): Promise<FoundEntries> {
  const byUser: Stream[] =
    userIds === undefined
      ? []
      : [
          { column: 'user_id', values: userIds },
          {
            column: 'impersonator_id',
            values: userIds,
            condition: sql<boolean>`not coalesce(${isAnyOf('user_id', userIds)}, false)`,
          },
        ];
  const byDomain: Stream[] = domainIds === undefined ? [] : [{ column: 'domain_id', values: domainIds }];
  const filters = [
    ...(domainIds && userIds
      ? [sql<boolean>`(${isAnyOf('user_id', userIds)} or ${isAnyOf('impersonator_id', userIds)})`]
      : []),
    ...isAction(action),
    ...hasText(text),
  ];
  return listFound(db, { ...search, streams: domainIds ? byDomain : byUser, filters }, most);
}

const isAnyOf = (column: 'user_id' | 'impersonator_id', ids: string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** An action, and all whose codes begin with it and a dot. */
function actionsOf(action: string): string[] {
  return [action, ...Object.keys(LOG_ACTIONS).filter((known) => known.startsWith(`${action}.`))];
}

function isAction(action: string | undefined) {
  return action ? [sql<boolean>`action = any(${actionsOf(action)}::text[])`] : [];
}

function hasText(text: string | undefined) {
  const searched = sql`lower(concat_ws(' ', action, message, stack_trace))`;
  return text ? [sql<boolean>`position(lower(${text}) in ${searched}) > 0`] : [];
}
