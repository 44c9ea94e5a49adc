import { Semaphore, type SemaphoreLimits } from '@atrium/host/semaphore';
import { GitError } from './git-errors.ts';
import { abortReason } from './git-process.ts';

/** A semaphore that refuses as a pull does. `ownPermits` has the keys with more or fewer permits than the others. */
export function createGitSemaphore(
  limits: SemaphoreLimits,
  ownPermits?: ReadonlyMap<string, number>,
): Semaphore {
  return new Semaphore(limits, { full: tooManyWaiting, aborted: abortReason }, ownPermits);
}

function tooManyWaiting(): GitError {
  return new GitError('TOO_MANY_WAITING', 'Too many pulls are already waiting. Please try again later.');
}
