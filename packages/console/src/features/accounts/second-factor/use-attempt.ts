import type { loginWithFactor } from '@atrium/contract/accounts/factor-sign-in';
import { CHALLENGE_OVER } from '@atrium/contract/accounts/sign-in-reasons';
import { errorDetails } from '@atrium/contract/api-error';
import { useRef, useState } from 'react';

/**
 * Attempts of a step after the password, one at a time. An error is shown and the code selected; if only the first
 * step can resolve the error, `onBack` returns there.
 */
export function useAttempt(onBack: (message: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (isChallengeOver(error)) onBack(message);
      else setFailure(message);
      field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  return { field, isBusy, failure, attempt, clearFailure: () => setFailure('') };
}

function isChallengeOver(error: unknown): boolean {
  return errorDetails<typeof loginWithFactor, 'unprocessable'>(error, 422)?.reason === CHALLENGE_OVER;
}
