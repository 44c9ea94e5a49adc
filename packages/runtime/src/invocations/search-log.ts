import { type InvocationQuery, LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import { firstIdOf } from '@atrium/host/ids';
import type { Scope } from '../configuration/scope.ts';
import type { Store } from '../database/schema.ts';
import { type LogSearch, listIndexed, listNewest } from './invocation-search.repository.ts';
import { daysBefore } from './partitions.ts';

const LIMITS = {
  /** Number of newest entries that are scanned before the index is used: frequent matches are found immediately. */
  firstRead: 10_000,
  /** Maximum entries of a day that are sorted. With more, a scan from the newest fills a page soon. */
  mostSorted: 20_000,
};

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Query = Omit<InvocationQuery, 'details'>;

/** Newest first; one more than asked for tells that there are more. */
export async function searchLog(db: Store, scope: Scope, query: Query, now: Date, limits = LIMITS) {
  const search = readQuery(scope, query);
  const limit = query.size + 1;
  const isOrdered = search.words === '' && search.source === undefined && search.userId === undefined;
  const newest = await listNewest(db, search, limit, isOrdered ? undefined : limits.firstRead);
  if (isOrdered || newest.length === limit) return newest;
  const found: typeof newest = [];
  const days = searchesByDay(search, now);
  // Doubles the number of days: rare matches take five statements instead of sixteen.
  for (let searched = 0; searched < days.length && found.length < limit; ) {
    const some = days.slice(searched, searched + Math.max(1, searched));
    found.push(...(await searchDays(db, some, limit - found.length, limits.mostSorted)));
    searched += some.length;
  }
  return found;
}

function readQuery(scope: Scope, { search = '', from, to, before, ...query }: Query): LogSearch {
  const { function: name, status, source, userId } = query;
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = [to === undefined ? LAST_ID : firstIdOf(new Date(to)), before?.toLowerCase() ?? LAST_ID];
  return {
    scope,
    words: words.map((word) => `${word}:*`).join(' & '),
    function: name,
    status,
    source,
    userId,
    from: firstIdOf(new Date(from ?? 0)),
    to: ends.toSorted()[0] ?? LAST_ID,
  };
}

/** The same for each day of the log, newest first: a day has a partition of its own. */
function searchesByDay(search: LogSearch, now: Date): LogSearch[] {
  // From tomorrow on, as the clock of another process may be ahead.
  const days = Array.from({ length: LOG_DAYS + 2 }, (_, index) => new Date(daysBefore(now, index - 1)));
  return days
    .map((day) => {
      const [begins, ends] = [firstIdOf(day), firstIdOf(new Date(daysBefore(day, -1)))];
      const { from, to } = search;
      return { ...search, from: from > begins ? from : begins, to: to < ends ? to : ends };
    })
    .filter(({ from, to }) => from < to);
}

/** Searches consecutive days, newest first. Splits them into single days if they have too many matches. */
async function searchDays(db: Store, days: LogSearch[], limit: number, most: number) {
  const [newest, oldest] = [days[0], days.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const { rows, count } = await listIndexed(db, { ...newest, from: oldest.from }, limit, most);
  if (count <= most) return rows;
  if (days.length === 1) return listNewest(db, newest, limit);
  const found: typeof rows = [];
  for (const day of days) {
    found.push(...(await searchDays(db, [day], limit - found.length, most)));
    if (found.length === limit) break;
  }
  return found;
}
