import type { loginWithFactor } from '@atrium/contract/accounts/factor-sign-in';
import { CHALLENGE_OVER } from '@atrium/contract/accounts/sign-in-reasons';
import { errorDetails } from '@atrium/contract/api-error';

/** Whether only the first step of the sign-in helps. */
export function isChallengeOver(error: unknown): boolean {
  return errorDetails<typeof loginWithFactor, 'unprocessable'>(error, 422)?.reason === CHALLENGE_OVER;
}
