import type { OperationPhase } from '@atrium/contract/configuration/progress';
import { useQuery } from '@tanstack/react-query';
import { Spinner } from '../../../ui/Spinner.tsx';
import { type Canceling, CancelOperation } from './CancelOperation.tsx';
import { progressQuery } from './pull.queries.ts';

interface OperationProgressProps {
  id: string;
  /** Absent for what cannot be canceled. */
  canceling?: Canceling;
}

const phases: Record<OperationPhase, { text: string; unit: string }> = {
  WAIT: { text: 'Waiting for other pulls and pushes to end', unit: '' },
  CONNECT: { text: 'Connecting to the git host', unit: '' },
  FETCH: { text: 'Fetching', unit: 'objects' },
  READ: { text: 'Reading', unit: 'files' },
  COMPARE: { text: 'Comparing', unit: 'files' },
  WRITE: { text: 'Writing', unit: 'services' },
};

/** What a running pull, push or import does now, and a way to stop it. */
export function OperationProgress({ id, canceling }: OperationProgressProps) {
  const { data } = useQuery(progressQuery(id, true));
  const phase = phases[data?.phase ?? 'CONNECT'];
  const counted =
    data && data.done > 0
      ? `: ${data.done.toLocaleString('en')}${data.total ? ` of ${data.total.toLocaleString('en')}` : ''} ${phase.unit}`
      : '';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-3">
      <Spinner label={`${phase.text}${counted} …`} isLabelShown />
      {data?.total ? (
        <progress
          aria-label={phase.text}
          className="h-2 min-w-32 flex-1 accent-accent"
          value={Math.min(data.done, data.total)}
          max={data.total}
        />
      ) : (
        <span className="flex-1" />
      )}
      {canceling && <CancelOperation id={id} canceling={canceling} />}
      <p className="basis-full text-sm text-ink-soft">
        You can leave this page: the bell at the top says when it has ended.
      </p>
    </div>
  );
}
