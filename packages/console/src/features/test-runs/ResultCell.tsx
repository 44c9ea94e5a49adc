import type { Test } from '@atrium/contract/test-runs/test';
import { useState } from 'react';
import { ResultDialog } from './ResultDialog.tsx';
import { shortResult } from './short-result.ts';

interface ResultCellProps {
  test: Test;
}

/** A result in its row; long texts and objects open in a viewer. */
export function ResultCell({ test }: ResultCellProps) {
  const [isOpen, setOpen] = useState(false);
  const { text, viewer } = shortResult(test.result, test.isResultCut);
  if (viewer === undefined) return <span title={text}>{text}</span>;
  return (
    <>
      <button
        type="button"
        className={`link max-w-full truncate text-left align-middle ${viewer === 'json' ? 'font-mono text-xs' : ''}`}
        aria-label={`Result of ${test.fullPath}: ${text}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && <ResultDialog test={test} viewer={viewer} onClose={() => setOpen(false)} />}
    </>
  );
}
