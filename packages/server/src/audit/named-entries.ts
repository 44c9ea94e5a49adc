import type { LogEntry } from '@atrium/contract/audit/log';
import type { People } from '../accounts/people/people.service.ts';
import type { LogEntryRow } from './log-search.repository.ts';

/** Log entries as they are shown: with the names of people and domains. */
export async function nameEntries(people: People, rows: readonly LogEntryRow[]): Promise<LogEntry[]> {
  const ids = rows.flatMap(({ userId, impersonatorId }) => [userId, impersonatorId]);
  const [names, domains] = await Promise.all([
    people.listNames(ids.filter((id) => id !== null)),
    people.listDomainNames(rows.map(({ domainId }) => domainId)),
  ]);
  return rows.map(({ createdOn, userId, impersonatorId, ...entry }) => ({
    ...entry,
    createdOn: createdOn.toISOString(),
    domain: domains.get(entry.domainId) ?? '',
    user: userId === null ? '' : (names.get(userId) ?? ''),
    impersonator: impersonatorId === null ? null : (names.get(impersonatorId) ?? ''),
  }));
}
