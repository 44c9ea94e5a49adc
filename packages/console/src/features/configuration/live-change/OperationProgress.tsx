import type { Operation, OperationPhase } from '@atrium/contract/configuration/progress';
import { useQuery } from '@tanstack/react-query';
import { Spinner } from '../../../ui/Spinner.tsx';
import { progressQuery } from '../files/pull.queries.ts';
import { type Canceling, CancelOperation } from './CancelOperation.tsx';

interface OperationProgressProps {
  id: string;
  /** Phase shown until the server reports one. */
  phase?: OperationPhase;
  /** Omitted for operations that cannot be canceled. */
  canceling?: Canceling;
}

const phases: Record<OperationPhase, string> = {
  WAIT: 'Waiting for other pulls and pushes to end',
  CONNECT: 'Connecting to the git host',
  FETCH: 'Fetching',
  READ: 'Reading',
  COMPARE: 'Comparing',
  WRITE: 'Writing',
};

/** Progress of a running operation in words and numbers, with a cancel button. */
export function OperationProgress({ id, phase = 'CONNECT', canceling }: OperationProgressProps) {
  const { data } = useQuery(progressQuery(id, true));
  const text = phases[data?.phase ?? phase];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-3">
      <Spinner label={`${data?.about ? `${data.about}. ` : ''}${text} …`} isLabelShown />
      {/* Outside the live region: a screen reader would announce each new number. */}
      {data && <span className="tabular text-ink-soft empty:hidden">{countOf(data)}</span>}
      {data?.total ? (
        <progress
          aria-label={text}
          className="h-2 min-w-32 flex-1 accent-accent"
          value={Math.min(data.done, data.total)}
          max={data.total}
        />
      ) : (
        <span className="flex-1" />
      )}
      {canceling && <CancelOperation id={id} canceling={canceling} />}
      <p className="basis-full text-sm text-ink-soft">
        You can leave this page. The bell at the top shows when it's done.
      </p>
    </div>
  );
}

function countOf({ kind, phase, done, total, about }: Operation): string {
  const all = total?.toLocaleString('en') ?? '';
  // `about` already contains the number.
  if (done === 0) return total && !about ? `${all} ${unitOf(kind, phase)}` : '';
  return `${done.toLocaleString('en')}${total ? ` of ${all}` : ''} ${unitOf(kind, phase)}`;
}

const inServices: Partial<Record<Operation['kind'], OperationPhase>> = {
  PULL: 'COMPARE',
  PUSH: 'READ',
  IMPORT: 'WRITE',
  RETURN: 'WRITE',
};

function unitOf(kind: Operation['kind'], phase: OperationPhase): string {
  if (phase === 'FETCH') return 'objects';
  return inServices[kind] === phase ? 'services' : 'files';
}
