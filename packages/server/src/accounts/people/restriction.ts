import type { Permission } from '@atrium/contract/permissions';
import type { Caller } from '../../http/caller.ts';

/**
 * Permissions of work that a caller starts now and that runs later: those of their own key or page. Null for the
 * person's permissions at that time, as for keys of administrators.
 */
export function restrictionOf({ accessKey, page, isRestricted, permissions }: Caller): Permission[] | null {
  return accessKey?.isOwn || page || isRestricted ? [...permissions] : null;
}

/** Returns a person, if not removed, limited to the permissions of the access key or page that started the work. */
export function restrict(
  person: Caller | undefined,
  restriction: readonly string[] | null,
): Caller | undefined {
  if (person === undefined || restriction === null) return person;
  const permissions = person.permissions.filter((name) => restriction.includes(name));
  return { ...person, permissions, isRestricted: true };
}
