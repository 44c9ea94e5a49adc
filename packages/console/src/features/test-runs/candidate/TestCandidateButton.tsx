import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Tested } from './candidate-text.ts';
import type { Candidate } from './use-candidate.ts';

interface TestCandidateButtonProps {
  candidate: Pick<Candidate, 'isBusy' | 'refusal'>;
  tested: Tested;
  /** The submit was rejected because the tests must pass first. */
  isDemanded: boolean;
  disabled?: boolean;
  onTest: () => void;
}

/** Tests before anything is live. A refusal that demands it leads here. */
export function TestCandidateButton(props: TestCandidateButtonProps) {
  const { candidate, tested, isDemanded, disabled, onTest } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isDemanded) button.current?.focus();
  }, [isDemanded]);
  return (
    <Button
      ref={button}
      isBusy={candidate.isBusy}
      disabled={disabled}
      refusal={candidate.refusal}
      onClick={onTest}
    >
      Test this {tested}
    </Button>
  );
}
