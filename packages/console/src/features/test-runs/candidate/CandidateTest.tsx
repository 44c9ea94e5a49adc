import { CandidateError } from './CandidateError.tsx';
import { CandidateResult } from './CandidateResult.tsx';
import { isUncovered } from './is-uncovered.ts';
import { TestCandidateButton } from './TestCandidateButton.tsx';
import type { Candidate } from './use-candidate.ts';

interface CandidateTestProps {
  candidate: Omit<Candidate, 'test'>;
  /** Why the change was refused when it was to become live. */
  error?: unknown;
  disabled?: boolean;
  onTest: () => void;
}

/** Tests a change of a form or a question before it is live, and shows the result. */
export function CandidateTest({ candidate, error, disabled = false, onTest }: CandidateTestProps) {
  return (
    <div className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TestCandidateButton
          candidate={candidate}
          tested="change"
          isDemanded={isUncovered(error)}
          disabled={disabled}
          onTest={onTest}
        />
        <CandidateResult run={candidate.run} tested="change" />
      </div>
      {candidate.error && <CandidateError error={candidate.error} tested="change" />}
    </div>
  );
}
