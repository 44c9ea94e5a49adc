import type { Test } from '@atrium/contract/test-runs/test';
import { shortResult } from './short-result.ts';

interface ResultCellProps {
  test: Test;
  onOpen: (test: Test) => void;
}

/** A result in its row; long texts and objects open in a viewer, which outlives the row. */
export function ResultCell({ test, onOpen }: ResultCellProps) {
  const { text, viewer } = shortResult(test.result, test.isResultCut);
  if (viewer === undefined) return <span title={text}>{text}</span>;
  return (
    <button
      type="button"
      className={`link max-w-full truncate text-left align-middle ${viewer === 'json' ? 'font-mono text-xs' : ''}`}
      aria-label={`Result of ${test.fullPath}: ${text}`}
      onClick={() => onOpen(test)}
    >
      {text}
    </button>
  );
}
