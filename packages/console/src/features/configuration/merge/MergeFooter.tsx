import { Button } from '../../../ui/Button.tsx';
import type { MergeController } from './merge-controller.ts';
import type { Readiness } from './merge-readiness.ts';

interface MergeFooterProps {
  controller: MergeController;
  readiness: Readiness;
  canSubmit: boolean;
  isPreview: boolean;
  onPreview: () => void;
  onGoToLine: (line: number) => void;
  onSubmit: () => void;
  onClose: () => void;
}

/** What prevents submitting, and the ways out. */
export function MergeFooter(props: MergeFooterProps) {
  const { controller, readiness, canSubmit, isPreview, onPreview, onGoToLine, onSubmit, onClose } = props;
  const { reason, syntax, line } = readiness;
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-2">
      {!controller.panes.isReadOnly && (
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <p id="merge-reason" role="status" className="flex flex-wrap items-center gap-2">
            {reason ??
              (syntax
                ? `${syntax.message} at line ${syntax.line}, column ${syntax.column}.`
                : 'Ready to submit.')}
            {line !== undefined && (
              <Button size="small" onClick={() => onGoToLine(line)}>
                Go to line {line}
              </Button>
            )}
          </p>
          <p id="merge-means" className="text-ink-soft">
            Submit keeps this merge for the Submit of the step; nothing is live before that.
          </p>
        </div>
      )}
      <Button onClick={onPreview} aria-pressed={isPreview}>
        {isPreview ? 'Back to merging' : 'Preview'}
      </Button>
      <Button onClick={onClose}>{controller.panes.isReadOnly ? 'Close' : 'Cancel'}</Button>
      {!controller.panes.isReadOnly && (
        <Button
          look="primary"
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
