import { Button } from '../../../../ui/Button.tsx';
import type { Readiness } from './merge-readiness.ts';

interface MergeStandingProps {
  readiness: Readiness;
  onGoToLine: (line: number) => void;
}

/** Status line: the reason that blocks a submit, or the effect of Submit. */
export function MergeStanding({ readiness, onGoToLine }: MergeStandingProps) {
  const { reason, syntax, line } = readiness;
  return (
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
        Submit saves this merge. Nothing goes live until you submit all changes.
      </p>
    </div>
  );
}
