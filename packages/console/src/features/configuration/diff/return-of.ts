import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import type { Choices } from './diff-choices.ts';

/** What undoes a submit if a test fails, with what was chosen, to go on from. */
export function returnOf(pullId: string, backupKey: string, choices: Choices): ReturnOnFailure {
  return { backupKey, draft: { pullId, choices: JSON.stringify(choices) } };
}
