import { createTurns, type TurnLimits, type Turns } from '@atrium/host/turns';
import { GitError } from './git-errors.ts';
import { abortReason } from './git-process.ts';

/** Turns whose refusals are those of a pull. `ownLimits` names the keys that may have more or fewer than the others. */
export function createGitTurns(limits: TurnLimits, ownLimits?: ReadonlyMap<string, number>): Turns {
  return createTurns(limits, { full: tooManyWaiting, left: abortReason }, ownLimits);
}

function tooManyWaiting(): GitError {
  return new GitError('TOO_MANY_WAITING', 'Too many pulls are already waiting. Please try again later.');
}
