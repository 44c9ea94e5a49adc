import type { NewerExchange } from '@atrium/contract/configuration/bases';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people.service.ts';
import type { Database } from '../../database/schema.ts';
import { hasPullAfter, type PullRecord } from '../pull/pull.repository.ts';
import type { Exchange } from '../versions/exchange.repository.ts';

/** The exchange, if a pull of another commit that was made after this one, or a push, made it. */
export async function findNewer(
  { db, people }: { db: Kysely<Database>; people: People },
  exchange: Exchange,
  pull: PullRecord,
): Promise<NewerExchange | undefined> {
  const { commitSha, direction, exchangedOn, userId } = exchange;
  if (commitSha === pull.commitSha || exchangedOn < pull.createdOn) return undefined;
  // An older pull may be submitted after this one was made.
  if (direction === 'PULL' && !(await hasPullAfter(db, exchange, pull.createdOn))) return undefined;
  const names = await people.listNames(userId === null ? [] : [userId]);
  const user = names.get(userId ?? '') ?? '';
  return { commitSha, direction, exchangedOn: exchangedOn.toISOString(), user };
}
