import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findDomainName } from './domains.repository.ts';
import { listUserIdsLike, listUsernames } from './users.repository.ts';

/** Who is who, for the other domains. Knows removed people too: what they did stays theirs. */
export interface People {
  namesOf(userIds: readonly string[]): Promise<Map<string, string>>;
  /** Users of a domain whose username contains a text. */
  idsLike(domainId: string, text: string): Promise<string[]>;
  domainName(domainId: string): Promise<string>;
}

export function createPeople(db: Kysely<Database>): People {
  return {
    async namesOf(userIds) {
      if (userIds.length === 0) return new Map();
      const users = await listUsernames(db, [...new Set(userIds)]);
      return new Map(users.map(({ userId, username }) => [userId, username]));
    },
    idsLike: (domainId, text) => listUserIdsLike(db, domainId, text),
    domainName: async (domainId) => (await findDomainName(db, domainId)) ?? '',
  };
}
