import { isExchange, type Operation } from '@atrium/contract/configuration/progress';
import { useLayoutEffect, useRef, useState } from 'react';
import { OperationProgress } from '../live-change/OperationProgress.tsx';
import { OperationBadge } from './OperationBadge.tsx';
import { operationName } from './operation-name.ts';

/**
 * Operations that ran since the dialog was opened. Each keeps its position, so that no cancel button moves under the
 * pointer.
 */
export function FollowedOperations({ operations }: { operations: readonly Operation[] }) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const begun = operations.filter(({ id, state }) => state === 'RUNNING' && !ids.includes(id));
  if (begun.length > 0) setIds([...ids, ...begun.map(({ id }) => id)]);
  const followed = ids.flatMap((id) => operations.find((operation) => operation.id === id) ?? []);
  return (
    // Ended operations keep the height of running ones, so that the ones below don't move.
    <div className="mb-3 flex flex-col gap-2 px-5 *:min-h-22 empty:hidden">
      {followed.map((operation) =>
        operation.state === 'RUNNING' ? (
          <OperationProgress
            key={operation.id}
            id={operation.id}
            {...(isExchange(operation.kind) && { canceling: { what: operationName(operation) } })}
          />
        ) : (
          <EndedOperation key={operation.id} operation={operation} />
        ),
      )}
    </div>
  );
}

function EndedOperation({ operation }: { operation: Operation }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The focused button was unmounted at the end.
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p
      ref={line}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-3"
    >
      <span className="min-w-0 wrap-anywhere">{operationName(operation)}</span>
      <OperationBadge operation={operation} />
    </p>
  );
}
