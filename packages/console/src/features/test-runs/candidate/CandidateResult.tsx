import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { CircleX } from '../../../ui/icons.ts';
import { CircleCheck } from '../../../ui/message-icons.ts';
import { candidateText, type Tested } from './candidate-text.ts';

interface CandidateResultProps {
  run: CandidateRun | undefined;
  tested: Tested;
}

/** Result of the tests, shown while the choices equal the tested candidate. */
export function CandidateResult({ run, tested }: CandidateResultProps) {
  const untested = run?.services.flatMap((service) => service.untested ?? []) ?? [];
  const hasEnded = run !== undefined && !isUnfinished(run.status);
  const hasPassed = run?.status === 'OK';
  const hasFailed = hasEnded && !hasPassed;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 max-sm:order-3 max-sm:text-xs">
      {hasPassed && <CircleCheck aria-hidden size={16} className="text-ok" />}
      {hasFailed && <CircleX aria-hidden size={16} className="text-danger" />}
      {run && !hasEnded && <span>{candidateText(run, tested)}</span>}
      {/* Filled only at the end: a screen reader would announce each progress update. */}
      <span role="status" className={hasFailed ? 'text-danger' : undefined}>
        {hasEnded && candidateText(run, tested)}
      </span>
      {hasFailed && (
        <AppLink href={paths.runTests({ runId: run.runId })} className="link">
          Show the results
        </AppLink>
      )}
      {untested.length > 0 && <span className="w-full text-ink-soft">{untested.join(' ')}</span>}
    </div>
  );
}
