import type { ReactNode } from 'react';
import { Button } from '../../../../ui/Button.tsx';

interface MergeFooterProps {
  isReadOnly: boolean;
  canSubmit: boolean;
  isPreview: boolean;
  /** Whether the buttons share one row, on a phone. */
  isNarrow: boolean;
  onPreview: () => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Content beside the buttons. */
  children: ReactNode;
}

/** The ways out, always in sight. */
export function MergeFooter(props: MergeFooterProps) {
  const { isReadOnly, canSubmit, isPreview, isNarrow, onPreview, onSubmit, onClose, children } = props;
  const size = isNarrow ? 'small' : 'medium';
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-2">
      {children}
      {!isReadOnly && (
        <Button size={size} className="min-h-10" onClick={onPreview} aria-pressed={isPreview}>
          {isPreview ? 'Back to merging' : 'Preview'}
        </Button>
      )}
      <Button size={size} className="min-h-10" onClick={onClose}>
        {isReadOnly ? 'Close' : 'Cancel'}
      </Button>
      {!isReadOnly && (
        <Button
          variant="primary"
          size={size}
          className="min-h-10"
          disabled={!canSubmit}
          aria-describedby="merge-reason merge-means"
          onClick={onSubmit}
        >
          Submit
        </Button>
      )}
    </footer>
  );
}
