import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Ban } from '../../../ui/icons.ts';
import { type Refusal, refuse } from '../../../ui/refusal.ts';

interface CancelTestProps {
  test: Test;
  /** Why the reader may not cancel. */
  refusal: Refusal | undefined;
  onCancel: (test: Test) => void;
}

/** Cancels a test that waits or runs. When that ends with the focus on it, it stays for the keyboard until it is left. */
export function CancelTest({ test, refusal, onCancel }: CancelTestProps) {
  const [hasFocus, setFocus] = useState(false);
  const isOver = !isUnfinished(test.status);
  if (isOver && !hasFocus) return null;
  return (
    <IconButton
      label={`Cancel ${test.fullPath}`}
      icon={<Ban aria-hidden size={18} />}
      refusal={isOver ? refuse('The test has ended.') : refusal}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={() => onCancel(test)}
    />
  );
}
