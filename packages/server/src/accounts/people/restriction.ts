import type { Permission } from '@atrium/contract/permissions';
import type { Caller } from '../../http/caller.ts';

/**
 * What may be done, later, for what a caller starts now: what a key of their own or a page is allowed. Null where it is
 * whatever the person may do by then, as it is for keys of administrators.
 */
export function restrictionOf({ accessKey, page, isRestricted, permissions }: Caller): Permission[] | null {
  return accessKey?.isOwn || page || isRestricted ? [...permissions] : null;
}

/** A person, if they are still there, with no more than what was allowed to the access key or page that started something. */
export function restrict(
  person: Caller | undefined,
  restriction: readonly string[] | null,
): Caller | undefined {
  if (person === undefined || restriction === null) return person;
  const permissions = person.permissions.filter((name) => restriction.includes(name));
  return { ...person, permissions, isRestricted: true };
}
