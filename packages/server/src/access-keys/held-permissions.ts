import { namesWithCodes, type Permission } from '@atrium/contract/permissions';
import { ValidationError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';

/** Throws ValidationError if a person would allow a program more than they may do themselves, or nothing. */
export function checkHeld(
  { permissions: held }: Pick<Caller, 'permissions'>,
  chosen: readonly Permission[],
): void {
  const missing = chosen.filter((name) => !held.includes(name));
  if (missing.length > 0) {
    throw refusedChoice(`You cannot give permissions that you do not have: ${namesWithCodes(missing)}.`);
  }
  if (chosen.length === 0) throw refusedChoice('Please choose at least one permission.');
}

function refusedChoice(message: string): ValidationError {
  return new ValidationError(message, [{ field: 'permissions', defaultMessage: message }]);
}
