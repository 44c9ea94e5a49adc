import type { RevokedChanges } from '@atrium/contract/accounts/sign-in-report';

/** The log has all. */
export const MAX_SHOWN = 50;

interface Change {
  action: string;
  message: string;
}

/**
 * The changes that fit, and how many do not. Roles give way first: to define many costs a thief nothing, and none lets
 * anyone do more before it is given.
 */
export function pickShown(
  changes: readonly Change[],
): Pick<RevokedChanges, 'otherChanges' | 'leftOutChanges'> {
  const byMessage = new Map(changes.map((change) => [change.message, change]));
  const all = [...byMessage.values()];
  const isOfRole = ({ action }: Change) => action.startsWith('role.');
  const ranked = [...all.filter(isOfRole), ...all.filter((change) => !isOfRole(change))];
  const shown = new Set(ranked.slice(-MAX_SHOWN));
  const leftOutChanges = all.length - shown.size;
  return {
    otherChanges: all.filter((change) => shown.has(change)).map(({ message }) => message),
    ...(leftOutChanges > 0 && { leftOutChanges }),
  };
}
